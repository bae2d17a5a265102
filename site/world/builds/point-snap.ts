// The development twin for a Portal elsewhere, served from any port: the addresses of both are replaced, because notices
// lead to the Snap's own home page by its id, and the checksum renewed, because the wallet checks it.
import { getSnapChecksum, VirtualFile } from '@metamask/snaps-utils';
import type { SnapFiles } from './snap-server';
import { TWIN_ID, TWIN_PORTAL } from './twin';

/** `snapPort`: where the wallet fetches it, which is its id there. */
export async function pointSnapAt(
  files: SnapFiles,
  portal: string,
  snapPort: number,
): Promise<SnapFiles> {
  const id = snapIdAt(snapPort);
  const moved = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      text.replaceAll(TWIN_PORTAL, portal).replaceAll(TWIN_ID, id),
    ]),
  );
  return { ...moved, 'snap.manifest.json': await withChecksum(moved) };
}

export function snapIdAt(port: number): `local:http://localhost:${number}` {
  return `local:http://localhost:${port}`;
}

async function withChecksum(files: SnapFiles): Promise<string> {
  const file = (path: string, value: string, result?: unknown) =>
    Object.assign(new VirtualFile({ value, path }), { result });
  const manifest = JSON.parse(files['snap.manifest.json'] ?? '{}');
  manifest.source.shasum = await getSnapChecksum({
    manifest: file('snap.manifest.json', files['snap.manifest.json'] ?? '', manifest) as never,
    sourceCode: file('dist/bundle.js', files['dist/bundle.js'] ?? '') as never,
    svgIcon: file('images/icon.svg', files['images/icon.svg'] ?? '') as never,
    auxiliaryFiles: [],
    localizationFiles: [],
  });
  return JSON.stringify(manifest);
}
