import { plural } from '../words/plural';

export const requestListWords = {
  heading: 'Waiting for your answer',
  answer: 'Answer',
  more: (count: number) => plural(count, 'more request'),
} as const;
