// The Portal's build: `npm run build:site` → site/dist, served by the control plane under its own origin.
// `npm run dev:site` serves it from source on port 3003 and passes /api on to a control plane.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/**
 * Nothing but our own files. Wallet icons come as data: (EIP-6963); the one other host is the relay that
 * @metamask/sdk speaks to a phone through, and that library is only loaded when the owner asks for it.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' https://metamask-sdk.api.cx.metamask.io wss://metamask-sdk.api.cx.metamask.io",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** In the build only: Vite's dev server puts styles into the page itself. */
function contentPolicy(): Plugin {
  return {
    name: 'content-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [contentPolicy()],
  // Never the development form, whatever NODE_ENV says: it writes this computer's paths into the pages.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    port: 3003,
    strictPort: true,
    proxy: { '/api': process.env.BARDO_PLANE ?? 'http://127.0.0.1:3004' },
  },
});
