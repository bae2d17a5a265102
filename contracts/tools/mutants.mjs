// Applies each mutant to a copy of the contracts and demands that a test fails.
//   node contracts/tools/mutants.mjs            all; exits 1 when one survives
//   node contracts/tools/mutants.mjs Threshold  only files whose name contains the word
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { forgePath } from "./forge.mjs";
import { MUTANTS } from "./mutant-list.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const chosen = MUTANTS.filter(([file]) => file.includes(process.argv[2] ?? ""));
// A copy, with copies of the two libraries: the sources under test are never touched.
const workshop = mkdtempSync(join(tmpdir(), "bardo-mutants-"));
const LIBRARIES = [
  "node_modules/@openzeppelin/contracts",
  "node_modules/@layerzerolabs/toolbox-foundry/lib/forge-std",
];

let survivors = 0;
try {
  for (const path of ["foundry.toml", "contracts/src", "contracts/test", "contracts/fixtures", ...LIBRARIES]) {
    cpSync(join(root, path), join(workshop, path), { recursive: true });
  }
  if (forgeWith("build").status !== 0 || suite() !== "passes") throw new Error("the tests fail without any mutant");
  const started = Date.now();
  for (const mutant of chosen) judge(mutant);
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  console.log(`${chosen.length - survivors} of ${chosen.length} mutants killed in ${minutes} min`);
} finally {
  rmSync(workshop, { recursive: true, force: true });
}
process.exit(survivors === 0 ? 0 : 1);

function judge([file, line, mistake]) {
  const path = join(workshop, "contracts/src", file);
  const source = readFileSync(path, "utf8");
  if (source.split(line).length !== 2) throw new Error(`${file}: not exactly once: ${line}`);
  writeFileSync(path, source.replace(line, () => mistake));
  // Tests deploy artifacts and import only interfaces: `forge test` alone would not recompile the mutant.
  const verdict = forgeWith("build").status === 0 ? (near(file) ?? suite()) : "broken";
  writeFileSync(path, source);
  if (verdict !== "fails") survivors += 1;
  const mark = { fails: "killed  ", passes: "SURVIVED", broken: "NO BUILD" }[verdict];
  console.log(`${mark} ${file}: ${line} → ${mistake || "(nothing)"}`);
}

/** The tests most likely to notice, first; undefined when they noticed nothing. */
function near(file) {
  const name = file.match(/(\w+?)(Enforcer)?\.sol$/)[1];
  const paths = {
    RollingWindow: "policy/Window*",
    Phases: "policy/Life*",
    PolicyCodec: "policy/*",
    GolemPolicy: "policy/*",
    GolemBudgets: "policy/*",
    Bardo: "enforcers/Shape*",
    DailySpendLimit: "enforcers/Budgets*",
    ReplicantBudget: "enforcers/Budgets*",
    MortalityTimeWindow: "enforcers/Gates*",
    DreamMode: "enforcers/Gates*",
    KnowledgeRoyalty: "enforcers/Gates*",
    Transfers: "policy/Payment*",
  };
  const folder = file.split("/")[0];
  const verdict = suite(`contracts/test/${paths[name] ?? `{${folder},policy}/${name}*`}`);
  return verdict === "passes" || verdict === "none" ? undefined : verdict;
}

function suite(path) {
  const options = path ? ["--match-path", path] : [];
  const run = forgeWith("test", "--fail-fast", ...options);
  if (run.output.includes("[FAIL")) return "fails";
  if (/no tests/i.test(run.output)) return "none";
  return run.status === 0 ? "passes" : "broken";
}

function forgeWith(...options) {
  const env = {
    ...process.env,
    FOUNDRY_PROFILE: "mutants",
    FOUNDRY_SOLC: join(root, "contracts/tools/solc"),
  };
  const run = spawnSync(forgePath(), options, { cwd: workshop, encoding: "utf8", env });
  return { status: run.status, output: run.stdout + run.stderr };
}
