export const alertsLineWords = {
  link: 'Alerts elsewhere',
  none: 'Be told on your phone or in a chat',
  some: (count: number) => (count === 1 ? '1 target is told' : `${count} targets are told`),
  stopped: (count: number) =>
    count === 1
      ? '1 target was paused: nothing arrived there'
      : `${count} targets were paused: nothing arrived there`,
} as const;
