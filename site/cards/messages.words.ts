export const messagesWords = {
  heading: 'Messages',
} as const;
