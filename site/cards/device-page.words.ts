export const devicePageWords = {
  link: 'Enter a code, or look after your terminals',
  heading: 'Enter a code',
  text: 'Your agent or your terminal printed it. Nothing happens before you have compared and answered.',
  label: 'Code',
  hint: 'Eight letters and digits, for example BARD-7F3A-K9QX. Small letters and missing dashes are fine.',
  find: 'Find it',
  finding: 'Looking for the code…',
  empty: 'Type the code first.',
  notACode: 'A code has eight letters and digits. Compare it letter by letter.',
  notFound:
    'Nothing of yours waits under this code. Compare it letter by letter. It may have expired, been answered, or ask another account: sign in with the one it asks.',
  tooMany: 'Too many wrong codes. Wait a minute, then try again.',
} as const;
