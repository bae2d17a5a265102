// Writes MetaMask's official creation bytecode where forge's `deployCode` can read it.
// Each file is pinned by its keccak: a package bump that changes the framework is seen, not absorbed.
//   node contracts/tools/framework-fixture.mjs          write contracts/fixtures, check the pins
//   node contracts/tools/framework-fixture.mjs --pin    accept what is installed as the new pins
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import * as bytecodes from "@metamask/delegation-abis/bytecode";
import { keccak256 } from "viem";

const NAMES = [
  "AllowedCalldataEnforcer",
  "DelegationManager",
  "EIP7702StatelessDeleGator",
  "ERC1967Proxy",
  "ERC20PeriodTransferEnforcer",
  "EntryPoint",
  "ExactCalldataEnforcer",
  "HybridDeleGator",
  "LogicalOrWrapperEnforcer",
  "NativeTokenPeriodTransferEnforcer",
  "NonceEnforcer",
  "SCL_RIP7212",
  "TimestampEnforcer",
  "ValueLteEnforcer",
];
// HybridDeleGator is linked to its P-256 library here; tests put the library's code at this address.
const P256_LIBRARY = "0000000000000000000000000000000000007212";

const folder = new URL("../fixtures/", import.meta.url);
const pinFile = new URL("./framework-pins.json", import.meta.url);
const found = Object.fromEntries(NAMES.map((name) => [name, keccak256(linked(name))]));

if (process.argv.includes("--pin")) {
  writeFileSync(pinFile, `${JSON.stringify(found, null, 2)}\n`);
}
const pinned = JSON.parse(readFileSync(pinFile, "utf8"));
const changed = NAMES.filter((name) => pinned[name] !== found[name]);
if (changed.length > 0) {
  console.error(`bytecode differs from contracts/tools/framework-pins.json: ${changed.join(", ")}`);
  process.exit(1);
}

mkdirSync(folder, { recursive: true });
for (const name of NAMES) {
  const artifact = {
    abi: [],
    bytecode: { object: linked(name) },
    deployedBytecode: { object: "0x" },
  };
  writeFileSync(new URL(`${name}.json`, folder), JSON.stringify(artifact));
}

function linked(name) {
  return bytecodes[name].replaceAll(/__\$[0-9a-f]{34}\$__/g, P256_LIBRARY);
}
