// Two builds of one source. Release: committed manifest, the production Portal. Development twin
// (BARDO_TWIN=1, staged by site/world/builds/twin.ts into .twin/): its own manifest and loopback origins.
import { readFileSync } from 'node:fs';
import type { SnapConfig } from '@metamask/snaps-cli';
import TerserPlugin from 'terser-webpack-plugin';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const twin = process.env.BARDO_TWIN !== undefined;

const COMPRESS = { keep_fargs: false, unsafe_arrows: true };
const COMMON = { ecma: 2022, module: true, toplevel: true, format: { comments: false } } as const;
const FIRST = {
  ...COMMON,
  mangle: false,
  compress: { ...COMPRESS, passes: 3, inline: 0, pure_getters: true },
};
const SECOND = { ...COMMON, mangle: true, compress: { ...COMPRESS, passes: 6, inline: 1 } };

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
  // Two minifiers, one after the other: each finds what the other leaves, and together they leave 9 KB less than the
  // CLI's terser alone. swc comes last because its short names repeat more, and told which wallets it works for (the
  // CLI's browser list asks for Chrome 113 and Firefox 115). Nothing here is called with `new` except classes, so
  // functions may become arrows.
  customizeWebpackConfig: (webpack) => ({
    ...webpack,
    optimization: {
      ...webpack.optimization,
      minimizer: [
        new TerserPlugin({
          minify: async (input, map) => {
            const first = await TerserPlugin.terserMinify(input, map, FIRST, false);
            const code = Object.fromEntries(
              Object.keys(input).map((name) => [name, `${first.code}`]),
            );
            return TerserPlugin.swcMinify(code, map, SECOND, false);
          },
          // One file: a worker would only have to be told of the function above.
          parallel: false,
          extractComments: false,
        }),
      ],
    },
  }),
};

export default config;
