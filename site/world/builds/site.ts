// The companion site as the world serves it, built when its sources changed.
import { existsSync } from 'node:fs';
import { buildIfChanged, once, runTool } from './built';

/** True when it was built. Where there is no site to build, the Portal says so itself. */
export const stageSite = once(async () =>
  existsSync('site/vite.config.ts')
    ? buildIfChanged({
        inputs: ['site', 'src/core', 'package-lock.json'],
        stamp: '.twin/site-stamp',
        output: 'site/dist/index.html',
        run: () => runTool('vite', ['build', 'site']),
      })
    : false,
);
