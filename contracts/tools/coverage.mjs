// Line and branch coverage of contracts/src; fails below 98 %.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { forgePath } from "./forge.mjs";

const MIN_SHARE = 98;
const root = fileURLToPath(new URL("../../", import.meta.url));
const report = "contracts/cache/lcov.info";

const run = spawnSync(
  forgePath(),
  ["coverage", "--report", "lcov", "--report-file", report, "--no-match-coverage", "(test|node_modules)"],
  { cwd: root, encoding: "utf8", env: { ...process.env, FOUNDRY_PROFILE: "coverage" } },
);
if (run.status !== 0) {
  console.error(run.stdout.split("\n").filter((line) => line.includes("[FAIL")).join("\n"), run.stderr);
  process.exit(run.status ?? 1);
}

const lcov = readFileSync(`${root}${report}`, "utf8");
const share = { line: percent("LH", "LF"), branch: percent("BRH", "BRF") };
for (const [what, value] of Object.entries(share)) console.log(`${what} coverage ${value.toFixed(2)} %`);
process.exit(Object.values(share).every((value) => value >= MIN_SHARE) ? 0 : 1);

function percent(hit, found) {
  return (100 * sum(hit)) / sum(found);
}

function sum(key) {
  return [...lcov.matchAll(new RegExp(`^${key}:(\\d+)$`, "gm"))].reduce((total, [, count]) => total + Number(count), 0);
}
