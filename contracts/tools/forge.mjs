// forge by its own binary. The npm package's wrapper exits 0 whatever forge says: a contract that does not compile
// and a test that fails would both pass for success.
//   node contracts/tools/forge.mjs test --match-path …
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const ARCHITECTURES = { x64: "amd64", arm64: "arm64" };

export function forgePath() {
  const place = `${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  const file = process.platform === "win32" ? "forge.exe" : "forge";
  // The platform's package is a dependency of the wrapper's.
  const wrapper = createRequire(createRequire(import.meta.url).resolve("@foundry-rs/forge/package.json"));
  return wrapper.resolve(`@foundry-rs/forge-${place}/bin/${file}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { status } = spawnSync(forgePath(), process.argv.slice(2), { stdio: "inherit" });
  process.exit(status ?? 1);
}
