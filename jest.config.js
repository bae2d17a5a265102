// jest only for test/snap: MetaMask's own environment for a built Snap.
export default {
  preset: '@metamask/snaps-jest',
  roots: ['<rootDir>/test/snap'],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testEnvironmentOptions: { server: { enabled: false } },
  transform: {
    '^.+\\.tsx?$|/@noble/secp256k1/.+\\.js$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: '@metamask/snaps-sdk' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Published as a module only, and a test that asks core reaches it.
  transformIgnorePatterns: ['/node_modules/(?!@noble/secp256k1/)'],
  testTimeout: 300_000,
  maxWorkers: 2,
};
