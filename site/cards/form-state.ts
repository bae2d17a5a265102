// What the parts of the grant form share.
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Hex } from 'viem';
import type { FormReading } from '../grant/form';
import type { FormFields } from '../grant/form-fields';
import type { OpenRunwayForm } from '../grant/open-form';

export type FormState = {
  openForm: OpenRunwayForm;
  fields: Signal<FormFields>;
  /** undefined = not known yet, null = without a Snap. */
  guardian: ReadonlySignal<Hex | null | undefined>;
  reading: { value: FormReading };
  /** The owner has tried to go on: every field says what is wrong with it. */
  problemsShown: Signal<boolean>;
};
