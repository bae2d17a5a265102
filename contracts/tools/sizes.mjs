// Runtime size of every contract of ours, against its ceiling.
import { readdirSync, readFileSync } from "node:fs";

const ROOMS = ["enforcers", "oracles", "warden"];
const CEILINGS = { GolemPolicyEnforcer: 8_000 };
const CEILING = 4_000;

const contracts = new URL("../", import.meta.url);
let over = 0;
for (const room of ROOMS) {
  for (const file of readdirSync(new URL(`src/${room}/`, contracts)).sort()) {
    const name = file.replace(".sol", "");
    const artifact = JSON.parse(readFileSync(new URL(`out/${file}/${name}.json`, contracts), "utf8"));
    const bytes = (artifact.deployedBytecode.object.length - 2) / 2;
    const ceiling = CEILINGS[name] ?? CEILING;
    if (bytes === 0) continue;
    if (bytes >= ceiling) over += 1;
    console.log(`${name.padEnd(30)} ${String(bytes).padStart(6)} of ${ceiling}${bytes >= ceiling ? "  TOO BIG" : ""}`);
  }
}
process.exit(over === 0 ? 0 : 1);
