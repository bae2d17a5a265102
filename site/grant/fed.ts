// The Golem that was fed here a moment ago: what its phase still keeps from it is asked about at once.
import { signal } from '@preact/signals';

export const fed = signal<string | null>(null);
