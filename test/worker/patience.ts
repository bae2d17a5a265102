/** What is waited for comes or does not: how soon is the machine's affair. As `expect.poll` has it (vitest.config.ts). */
export const PATIENCE = { timeout: 120_000 };
