// The address whose window is open over the page.
import { signal } from '@preact/signals';
import type { Address } from 'viem';

export type Shown = { chainId: number; address: Address };

export const shownAddress = signal<Shown | null>(null);
