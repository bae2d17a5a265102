// `npm run schema`: writes the published JSON Schema of the status document from the very structs that
// parse it. A test fails when the file on disk says anything else.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jsonSchemaOf } from '../../src/core/protocol/json-schema';
import { StatusStruct } from '../../src/core/protocol/status';

export const SCHEMA_FILE = fileURLToPath(
  new URL('../../src/core/protocol/status.schema.json', import.meta.url),
);

export function statusSchema() {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://bardo.ai/schema/status-v1.json',
    title: 'Bardo status, version 1',
    description: [
      'The answer to GET /api/snap/status with a bearer token.',
      "Times are unix seconds. Amounts are whole base units as decimal strings: of the permission's token (USDC has 6 decimals), or wei where the token is null.",
      'Vitality is 0 to 100. Addresses, hashes and signatures are hexadecimal in any case; readers compare them in lower case.',
      'Ids are unique within their list. A permission stays listed until it has expired, with revokedAt once it was revoked.',
      'A heartbeat is signed by the sessionKey; its sequence only grows for one key.',
      'nextToken is the one successor of the token that was presented. historyCursor is to be sent as ?since= with the next request; history holds what happened after the cursor that came with this one.',
      'chains names the block of each chain up to which the status knows what happened there: a reader may hold every claim against exactly that block.',
      'Unknown fields are ignored by readers. There are no URLs and no judgements: health is computed by the reader.',
    ].join(' '),
    ...jsonSchemaOf(StatusStruct),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(SCHEMA_FILE, `${JSON.stringify(statusSchema(), null, 2)}\n`);
}
