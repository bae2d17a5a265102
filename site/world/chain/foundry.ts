// anvil by its own binary. The npm package's script would be one more process beside every node, and npm links no script
// at all where it finds two packages that name the same command.
import { createRequire } from 'node:module';

const ARCHITECTURES: { [node: string]: string } = { x64: 'amd64', arm64: 'arm64' };

export function anvilPath(): string {
  const place = `${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  // The platform's package is a dependency of the script's.
  const ours = createRequire(import.meta.url);
  const script = createRequire(ours.resolve('@foundry-rs/anvil/package.json'));
  return script.resolve(`@foundry-rs/anvil-${place}/bin/${file}`);
}
