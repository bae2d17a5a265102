// Without `--production` knip counts tests as users, and reads what package.json's scripts start. With it only what is
// marked `!` counts, so that it finds what nothing but tests reaches; the scripts' files are named here for it.
const started = process.argv.includes('--production')
  ? [
      'src/explain.ts!',
      'site/api/server.ts!',
      'site/api/certificates/command.ts!',
      'test/vectors/schema.ts!',
    ]
  : [];

export default {
  entry: [
    ...started,
    'snap.config.ts!',
    'src/index.ts!',
    'src/agent/index.ts!',
    'src/agent/command/main.ts!',
    'site/main.tsx!',
    'site/vite.config.ts!',
    'test/release.mjs',
    'test/bench/*.ts',
    'test/agent/store/store-racer.ts',
    'test/api/store/lock-racer.ts',
    'test/snap/far-world-process.ts',
    'site/world/{start.mjs,main.ts}!',
    'site/world/builds/{stage.ts,twin.vite.ts}!',
    'site/world/wallet/page/main.tsx!',
    'test/**/*.test.{ts,tsx}',
    'contracts/deploy.ts!',
    'contracts/tools/*',
  ],
  project: [
    'src/**/*.{ts,tsx}!',
    'site/**/*.{ts,tsx}!',
    'test/**/*.{ts,tsx,mjs}',
    'contracts/**/*.{ts,mjs}',
  ],
  ignoreBinaries: ['pngquant', 'unshare'],
  ignoreDependencies: [
    '@foundry-rs/anvil',
    '@foundry-rs/forge',
    '@layerzerolabs/toolbox-foundry',
    '@openzeppelin/contracts',
    'solc',
  ],
  ignoreExportsUsedInFile: true,
  ignoreIssues: {
    'src/core/delegations/cross-agent.ts': ['files'],
    'src/core/runway/revoke-mandate.ts': ['files'],
    'src/core/chain/bardo-abis.generated.ts': ['exports'],
  },
};
