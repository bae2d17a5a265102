// What the parts of the grant form share.
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Hex } from 'viem';
import type { Opening } from '../grant/desk';
import type { Wish } from '../grant/form';
import type { WishReading } from '../grant/wish';

export type FormState = {
  opening: Opening;
  wish: Signal<Wish>;
  /** undefined = not known yet, null = without a Snap. */
  guardian: ReadonlySignal<Hex | null | undefined>;
  reading: { value: WishReading };
  shown: Signal<boolean>;
};
