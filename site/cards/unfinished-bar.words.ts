export const unfinishedBarWords = {
  text: (name: string, step: string | null) =>
    `Your grant for ${name} is not finished.${step === null ? '' : ` Next: ${step}.`}`,
  go: 'Finish it',
} as const;
