// Tests and sources of core mirror each other, both ways: a test is called like its source, or like it with a second
// noun behind ("lease-words"); a source has such a test, or its room has one that runs it with all others of its kind.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Tests that run a whole list of a room through the same cases, and so mirror no single file. */
const OF_A_WHOLE_ROOM = [
  'caveats/bardo',
  'caveats/insight',
  'decoders/cases',
  'decoders/words',
  'insight/hostile',
  'signatures/any-delegation',
];

/** Who is tested where instead: the first pattern that a path matches says by which test, and why there. */
const TESTED_BY: readonly [which: RegExp, by: string, why: string][] = [
  [/^audit\/turns$/, 'core/audit/judge', 'a turn is what a judgement makes of a claim'],
  [/^bytes\/hex$/, 'core/bytes/abi', 'the strict reader is the first that needs it'],
  [/^bytes\/json$/, 'core/decoders/cases', 'what a decoder shows is JSON'],
  [/^caveats\//, 'core/caveats/list', 'each enforcer against MetaMask’s own, on any input'],
  [/^certificates\//, 'core/certificates/verify', 'facts and sums serve one verdict'],
  [/^chain\/chains\//, 'core/chain/chains/list', 'each chain by the same rules as all'],
  [/^chain\/known$/, 'core/chain/addresses', 'the list that addresses are looked up in'],
  [/^chain\/user-operation$/, 'core/insight/user-operation', 'read and hashed as a wallet does'],
  [
    /^decoders\/(swap|v4|universal|router)/,
    'core/decoders/universal-router',
    'a plan is one whole',
  ],
  [/^decoders\/uniswapx-/, 'core/decoders/uniswapx', 'layouts and orders of one decoder'],
  [/^decoders\//, 'core/decoders/cases', 'each by its vectors, foreign and random bytes'],
  [
    /^delegations\/signed-by-keys$/,
    'core/audit/contexts',
    'a context counts if its keys signed it',
  ],
  [
    /^delegations\/(attenuation|tree-marks)$/,
    'core/delegations/tree',
    'a tree shows what each takes',
  ],
  [/^delegations\/grant-terms$/, 'core/delegations/delegation-chain', 'the terms of a chain'],
  [/^delegations\//, 'core/delegations/worst-case', 'limits and meters by the worst they allow'],
  [
    /^findings\/(exposed|fate)$/,
    'core/decoders/cases',
    'said by decoders of approvals and endings',
  ],
  [/^findings\//, 'core/insight/transaction', 'what findings are made of shows in an insight'],
  [/^insight\//, 'core/insight/whole', 'parts of a reading are tested by what is said at last'],
  [/^memory\/(state|alert|point)$/, 'core/memory/stored', 'the shape that is stored and read back'],
  [
    /^protocol\/(api|api-shapes|agent-shapes|alert-shapes|runway-shapes|agent-request)$/,
    'api/hostile/refusals',
    'each route, each body',
  ],
  [/^protocol\/agent-messages$/, 'core/protocol/messages', 'all messages in one list'],
  [/^protocol\/certificate$/, 'api/certificates/certificate', 'true as written, false if changed'],
  [/^protocol\/mandates$/, 'core/protocol/status', 'one of the lists of the document'],
  [/^protocol\/orders$/, 'api/relay/relay', 'what a guardian signs must be what the chain takes'],
  [/^protocol\//, 'core/protocol/schema', 'schema, type and parser are one'],
  [/^runway\/usual$/, 'core/strategy/compile', 'what is unusual is flagged where it is asked'],
  [/^runway\/(grant|speech|lease-)/, 'core/runway/lease', 'all that a lease is made of'],
  [/^watch\/schedule$/, 'core/watch/notices', 'one scheduler, by the alerts of the full edition'],
  [/^watch\/alert-life$/, 'core/watch/alerts', 'the life of a cause, by its kinds'],
  [/^signatures\//, 'core/insight/signature', 'each reader by what it says of what is signed'],
  [/^strategy\//, 'core/strategy/compile', 'readers of a text by what it compiles to'],
];

const sources = pathsIn('src/core', '.ts').filter((path) => !path.endsWith('.generated'));
const tests = pathsIn('test/core', '.test.ts').filter((path) => path.includes('/'));

function pathsIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ending))
    .map((path) => path.slice(0, -ending.length));
}

const mirrors = (test: string, source: string) =>
  test === source || (test.startsWith(`${source}-`) && !sources.includes(test));

const hasTwin = (source: string) => tests.some((test) => mirrors(test, source));

const ruleOf = (source: string) => TESTED_BY.find(([which]) => which.test(source));

/** Types alone cannot fail while they run. */
const runs = (source: string) =>
  /^export (const|let|function|class|async)\b/m.test(readFileSync(`src/core/${source}.ts`, 'utf8'));

/** Every file of ours that a file comes to import. */
function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']*)'/g)) {
    const path = join(dirname(file), name);
    const found = ['', '.ts', '.tsx']
      .map((end) => path + end)
      .find((one) => /\.tsx?$/.test(one) && existsSync(one));
    if (found) reachedFrom(found, seen);
  }
  return seen;
}

describe('Every test of core', () => {
  it.each(tests.filter((test) => !OF_A_WHOLE_ROOM.includes(test)))('has its source: %s', (test) => {
    expect(sources.filter((source) => mirrors(test, source))).not.toEqual([]);
  });
});

describe('Every source of core', () => {
  const elsewhere = sources.filter((source) => runs(source) && !hasTwin(source));
  const reached = new Map(
    [...new Set(elsewhere.map((source) => ruleOf(source)?.[1] ?? ''))]
      .filter((by) => by !== '')
      .map((by) => [by, reachedFrom(`test/${by}.test.ts`)]),
  );

  it.each(elsewhere)('has its test, or is run by one that is named: %s', (source) => {
    const [, by = ''] = ruleOf(source) ?? [];

    expect([...(reached.get(by) ?? [])]).toContain(`src/core/${source}.ts`);
  });

  it('is named for a reason: each rule about other tests is still needed', () => {
    const used = new Set(elsewhere.map(ruleOf));

    expect(TESTED_BY.filter((rule) => !used.has(rule)).map(([which]) => which.source)).toEqual([]);
  });
});
