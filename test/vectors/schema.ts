// `npm run schema`: writes the published JSON Schemas of the status document from the very structs that
// parse it. A test fails when a file on disk says anything else.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jsonSchemaOf } from '../../src/core/protocol/json-schema';
import { FirstStatusStruct, StatusStruct } from '../../src/core/protocol/status';

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../src/core/protocol/${name}`, import.meta.url));

const COMMON = [
  'The answer to GET /api/snap/status with a bearer token.',
  "Times are unix seconds. Amounts are whole base units as decimal strings: of the permission's token (USDC has 6 decimals), or wei where the token is null.",
  'Vitality is 0 to 100. Addresses, hashes and signatures are hexadecimal in any case; readers compare them in lower case.',
  'Ids are unique within their list. A permission stays listed until it has expired, with revokedAt once it was revoked.',
  'A heartbeat is signed by the sessionKey; its sequence only grows for one key.',
  'nextToken is the one successor of the token that was presented. historyCursor is to be sent as ?since= with the next request; history holds what happened after the cursor that came with this one.',
  'chains names the block of each chain up to which the status knows what happened there: a reader may hold every claim against exactly that block.',
  'Unknown fields are ignored by readers. There are no URLs and no judgements: health is computed by the reader.',
];

const FIRST = ['Answered to who names no version, or ?version=1.'];

const SECOND = [
  'Answered to who asks for ?version=2.',
  'waiting lists the open questions to the owner; mandates what a smart account of the owner has allowed beyond payments.',
  'Kinds and modes are open: a reader shows those it does not know as something newer and drops none.',
  'A field that may be left out or null says: there is none, or it is not known.',
  "reason and purpose are a Golem's own words: one line, to be shown as plain text and never believed.",
];

/** The published schemas, by version. */
export const SCHEMAS = [
  { version: 1, file: fileOf('status-v1.schema.json'), schema: schemaOf(1, FIRST) },
  { version: 2, file: fileOf('status.schema.json'), schema: schemaOf(2, SECOND) },
];

function schemaOf(version: 1 | 2, words: readonly string[]) {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://bardo.ai/schema/status-v${version}.json`,
    title: `Bardo status, version ${version}`,
    description: [...COMMON, ...words].join(' '),
    ...jsonSchemaOf(version === 1 ? FirstStatusStruct : StatusStruct),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { file, schema } of SCHEMAS) {
    writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
  }
}
