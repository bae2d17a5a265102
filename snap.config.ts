// Two builds of one source. Release: committed manifest, the production Portal. Development twin
// (BARDO_TWIN=1, staged by site/world/builds/twin.ts into .twin/): its own manifest and loopback origins.
import { readFileSync } from 'node:fs';
import type { SnapConfig } from '@metamask/snaps-cli';
import TerserPlugin from 'terser-webpack-plugin';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const twin = process.env.BARDO_TWIN !== undefined;

const config: SnapConfig = {
  input: 'src/index.ts',
  sourceMap: false,
  output: { path: twin ? '.twin/dist' : 'dist' },
  manifest: {
    path: twin ? '.twin/snap.manifest.json' : 'snap.manifest.json',
    // The committed checksum is a promise: `npm run manifest` renews it, a build never does.
    update: twin || process.env.BARDO_MANIFEST === 'update',
  },
  server: { root: twin ? '.twin' : '.', port: 8080 },
  environment: {
    PORTAL_ORIGIN: twin ? 'http://localhost:3003' : 'https://bardo.ai',
    SNAP_ID: twin ? 'local:http://localhost:8080' : 'npm:@bardo/snap',
    VERSION: version,
  },
  stats: { buffer: false },
  // swc's minifier in the place of the CLI's terser: told which wallets it works for (the CLI's browser list asks
  // for Chrome 113 and Firefox 115) and to look more than once, it leaves 8 KB less. Nothing here is called with
  // `new` except classes, so functions may become arrows.
  customizeWebpackConfig: (webpack) => ({
    ...webpack,
    optimization: {
      ...webpack.optimization,
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          extractComments: false,
          terserOptions: {
            ecma: 2020,
            module: true,
            toplevel: true,
            compress: { passes: 6, inline: 1, keep_fargs: false, unsafe_arrows: true },
            format: { comments: false },
          },
        }),
      ],
    },
  }),
};

export default config;
