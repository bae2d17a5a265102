export const requestListWords = {
  heading: 'Waiting for your answer',
  answer: 'Answer',
} as const;
