import type { DeliveryRecord } from '../../src/core/protocol/alert-shapes';

export const alertDeliveriesWords = {
  heading: 'What was sent',
  none: 'Nothing was sent yet. An alert appears here when one of your Golems needs you.',
  most: (count: number) => `The last ${count} messages.`,
  states: {
    waiting: 'waiting',
    sending: 'on its way',
    delivered: 'delivered',
    failed: 'not delivered',
    unknown: 'unknown whether it arrived',
  } satisfies Record<DeliveryRecord['state'], string>,
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  next: (when: string) => `next try ${when}`,
  answer: 'Its answer:',
  causes: (count: number) => `${count} alerts in one message`,
} as const;
