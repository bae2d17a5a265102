// The development twin for a Portal elsewhere: only its address is replaced, and the checksum renewed,
// because the wallet checks it.
import { getSnapChecksum, VirtualFile } from '@metamask/snaps-utils';
import type { SnapFiles } from './snap-server';
import { TWIN_PORTAL } from './twin';

export async function pointSnapAt(files: SnapFiles, portal: string): Promise<SnapFiles> {
  const moved = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replaceAll(TWIN_PORTAL, portal)]),
  );
  return { ...moved, 'snap.manifest.json': await withChecksum(moved) };
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
