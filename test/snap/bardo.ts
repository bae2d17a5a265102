// The real built Snap in MetaMask's simulator, pointed at a plane of the test's own. The development twin
// is taken as built; only its Portal address is replaced, and the checksum renewed, as the wallet checks it.
import { installSnap } from '@metamask/snaps-jest';
import type { Json, SnapId } from '@metamask/snaps-sdk';
import type { Server } from 'node:http';
import { serveSnap, type SnapFiles, readSnapFiles } from '../world/snap-server';
import { TWIN, TWIN_PORTAL } from '../world/twin';

type Options = { planePort: number; state?: { [key: string]: Json } | null };

const servers: Server[] = [];

export async function installBardo({ planePort, state = null }: Options) {
  const { server, port } = await serveSnap(await pointedAt(planePort), 0);
  servers.push(server);
  const id = `local:http://localhost:${port}` as SnapId;
  const snap = await installSnap(id, { options: { unencryptedState: state } });
  return Object.assign(snap, { portal: `http://localhost:${planePort}` });
}

export function closeServers(): void {
  for (const server of servers.splice(0)) server.close();
}

async function pointedAt(planePort: number): Promise<SnapFiles> {
  const files = readSnapFiles(TWIN);
  const moved = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      text.replaceAll(TWIN_PORTAL, `http://localhost:${planePort}`),
    ]),
  );
  return { ...moved, 'snap.manifest.json': await withChecksum(moved) };
}

async function withChecksum(files: SnapFiles): Promise<string> {
  const { getSnapChecksum, VirtualFile } = await import('@metamask/snaps-utils');
  const file = (path: string, value: string, result?: unknown) =>
    Object.assign(new VirtualFile({ value, path }), { result });
  const manifest = JSON.parse(files['snap.manifest.json'] ?? '{}');
  const shasum = await getSnapChecksum({
    manifest: file('snap.manifest.json', files['snap.manifest.json'] ?? '', manifest) as never,
    sourceCode: file('dist/bundle.js', files['dist/bundle.js'] ?? '') as never,
    svgIcon: file('images/icon.svg', files['images/icon.svg'] ?? '') as never,
    auxiliaryFiles: [],
    localizationFiles: [],
  });
  manifest.source.shasum = shasum;
  return JSON.stringify(manifest);
}
