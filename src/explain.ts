// `npm run -s explain`: the insight engine as a command. JSON lines in, JSON lines out, through exactly
// the functions the Snap runs. A bad line answers with an error and the rest goes on.
import { createInterface } from 'node:readline';
import type { Address } from 'viem';
import { isHex, lower } from './core/bytes/hex';
import type { Insight } from './core/findings/finding';
import type { Watched } from './core/findings/scene';
import { calldataDigests, signatureDigests } from './core/insight/digests';
import { parseChainId, parseTransaction } from './core/insight/parse-transaction';
import { explainSignature, type SignatureInput } from './core/insight/signature';
import { explainTransaction } from './core/insight/transaction';
import { parseStatus } from './core/protocol/status';

const PORTAL_ORIGIN = 'https://bardo.ai';

type Line = { [key: string]: unknown };

function explain(line: Line) {
  switch (line.kind) {
    case 'transaction':
      return explainTransactionLine(line);
    case 'signature':
      return explainSignatureLine(line);
    default:
      throw new Error('kind must be "transaction" or "signature"');
  }
}

function explainTransactionLine(line: Line) {
  const transaction = parseTransaction(line.transaction);
  const chainId = parseChainId(line.chainId);
  const scene = { chainId, signer: transaction.from, ...surroundingsOf(line) };
  const { insight, decoded } = explainTransaction(transaction, scene, PORTAL_ORIGIN);
  return { insight: plain(insight), decoded, digests: calldataDigests(transaction.data) };
}

function explainSignatureLine(line: Line) {
  const signature = parseSignature(line.signature);
  // The wallet gives no chain for signatures: readers take the one the message claims.
  const scene = { chainId: 0, signer: signature.from, ...surroundingsOf(line) };
  const { insight, decoded } = explainSignature(signature, scene, PORTAL_ORIGIN);
  return { insight: plain(insight), decoded, digests: signatureDigests(signature) };
}

/** Facts without their kind: how a value is drawn concerns the wallet only. */
function plain(insight: Insight | null) {
  if (!insight) return null;
  const facts = insight.facts.map(({ label, value }) => ({ label, value }));
  return { level: insight.level, title: insight.title, lines: insight.lines, facts };
}

/** Time is the status' own where there is one, so that a recorded case always reads the same. */
function surroundingsOf(line: Line) {
  const { origin = null, status } = line;
  if (origin !== null && typeof origin !== 'string') throw new Error('origin must be a string');
  if (status === undefined || status === null) {
    return { origin, watched: null, now: Math.floor(Date.now() / 1000) };
  }
  const result = parseStatus(status);
  if (!result.ok) throw new Error(`status: ${result.reason}`);
  const [broken] = result.status.unreadable;
  if (broken) throw new Error(`status: ${broken.path} is missing or wrong`);
  const watched: Watched = result.status;
  return { origin, watched, now: result.status.serverTime };
}

function parseSignature(raw: unknown): SignatureInput & { from: Address } {
  if (typeof raw !== 'object' || raw === null) throw new Error('signature must be an object');
  const { from, data, signatureMethod } = raw as Line;
  if (!isHex(from, 20)) {
    throw new Error('signature.from must be an address');
  }
  if (typeof signatureMethod !== 'string') throw new Error('signature.signatureMethod is missing');
  if (data === undefined) throw new Error('signature.data is missing');
  return { from: lower(from), data, signatureMethod };
}

function answer(text: string) {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line !== 'object' || line === null) throw new Error('a line must be a JSON object');
    return explain(line as Line);
  } catch (error) {
    return {
      error:
        error instanceof SyntaxError ? 'the line is not JSON' : String((error as Error).message),
    };
  }
}

for await (const text of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (text.trim() !== '') process.stdout.write(`${JSON.stringify(answer(text))}\n`);
}
