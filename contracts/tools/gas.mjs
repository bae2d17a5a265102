// Measures whole isolated transactions and compares them with the figures in contracts/snapshots.
// forge 1.7.1 overwrites its snapshot files without failing on a difference, hence this comparison.
//   node contracts/tools/gas.mjs           fails when a figure changed, or when a ceiling is broken
//   node contracts/tools/gas.mjs --write   accepts the new figures
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { forgePath } from "./forge.mjs";

const measured = new URL("../cache/snapshots/", import.meta.url);
const pinned = new URL("../snapshots/", import.meta.url);
const root = fileURLToPath(new URL("../../", import.meta.url));

rmSync(measured, { recursive: true, force: true });
const run = spawnSync(forgePath(), ["test"], {
  cwd: root,
  env: { ...process.env, FOUNDRY_PROFILE: "gas" },
  stdio: "inherit",
});
if (run.status !== 0) process.exit(run.status ?? 1);

if (process.argv.includes("--write")) {
  rmSync(pinned, { recursive: true, force: true });
  mkdirSync(pinned, { recursive: true });
  cpSync(measured, pinned, { recursive: true });
}

const before = figures(pinned);
const now = figures(measured);
const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
  (name) => before[name] !== now[name],
);
for (const name of changed) {
  console.error(`${name}: ${before[name] ?? "not pinned"} → ${now[name] ?? "not measured"}`);
}
if (changed.length > 0) {
  console.error("gas changed; accept with: node contracts/tools/gas.mjs --write");
  process.exit(1);
}
console.log(`${Object.keys(now).length} gas figures as pinned`);

function figures(folder) {
  const entries = readdirSync(folder).flatMap((file) => {
    const group = file.replace(".json", "");
    const values = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
    return Object.entries(values).map(([name, gas]) => [`${group}: ${name}`, gas]);
  });
  return Object.fromEntries(entries);
}
