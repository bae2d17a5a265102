// The twin for who waits for it: the same entry and environment as snap.config.ts, put together by the site's
// bundler in a second where the Snap's own takes ten. Tests and releases are never made from it.
import type { UserConfig } from 'vite';
import snap from '../../../snap.config';

const environment = Object.entries({ NODE_ENV: 'production', ...snap.environment }).map(
  ([name, value]) => [`process.env.${name}`, JSON.stringify(value)],
);

const config: UserConfig = {
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: '@metamask/snaps-sdk' } },
  define: Object.fromEntries(environment),
  build: {
    target: 'es2022',
    outDir: snap.output?.path ?? 'dist',
    // Minified for what it leaves out: SES refuses a bundle whose comments look like imports.
    minify: true,
    lib: { entry: snap.input ?? '', formats: ['cjs'], fileName: () => 'bundle.js' },
  },
};

export default config;
