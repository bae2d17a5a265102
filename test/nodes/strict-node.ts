// A node as providers sell it: a loopback proxy in front of anvil that refuses by logs, by range and by rate, answers
// null, has thrown away its past, hangs, and lets a test act between any two questions.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Question = { method: string; params: unknown[] };

export type Rules = {
  /** Logs in one answer. */
  mostLogs?: number;
  /** Blocks in one question for logs. */
  mostBlocks?: number;
  /** Questions a second; the others get 429. */
  perSecond?: number;
  /** Blocks below it, and their logs, are gone: `null` and an error, or silence about both. */
  prunedBelow?: number;
  refuses?: (question: Question) => boolean;
  answersNull?: (question: Question) => boolean;
  hangs?: (question: Question) => boolean;
  /** By status, as some gateways do. */
  status?: (question: Question) => number | null;
  /** Refuses several questions in one request. */
  oneAtATime?: boolean;
  /** Awaited before a question is passed on; may name another node for it. */
  before?: (question: Question, index: number) => Promise<string | undefined>;
};

export type StrictNode = {
  rpcUrl: string;
  rules: Rules;
  /** Questions answered or refused so far. */
  count: { asked: number };
  stop: () => Promise<void>;
};

type Answer = { result?: unknown; error?: { code: number; message: string } };

export async function strictNode(behind: string, rules: Rules = {}): Promise<StrictNode> {
  const node: StrictNode = {
    rpcUrl: '',
    rules,
    count: { asked: 0 },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const clock = { second: 0, asked: 0 };
  const server = createServer(async (request, response) => {
    const asked = await read(request);
    const all = [asked].flat();
    if (all.some((question) => node.rules.hangs?.(question))) return;
    const statuses = all.map((question) => statusOf(node, clock, question));
    const status = statuses.find((one) => one !== 200) ?? 200;
    if (status !== 200) return void response.writeHead(status).end('not now');
    response.setHeader('content-type', 'application/json');
    if (Array.isArray(asked) && node.rules.oneAtATime) {
      return void response.end(JSON.stringify(refused(-32_600, 'batches are not supported')));
    }
    const answers = await answersTo(node, all, behind);
    response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  node.rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return node;
}

type Sent = Question & { id: number };

function statusOf(node: StrictNode, clock: { second: number; asked: number }, question: Question) {
  return hurried(node, clock) ? 429 : (node.rules.status?.(question) ?? 200);
}

/** One request, one node. */
async function answersTo(node: StrictNode, all: Sent[], behind: string) {
  const answers: object[] = [];
  let elsewhere: string | undefined;
  for (const { id, ...question } of all) {
    const index = node.count.asked;
    node.count.asked += 1;
    const named = await node.rules.before?.(question, index);
    elsewhere ??= named;
    const answer = await answerOf(node.rules, question, behind, elsewhere);
    answers.push({ jsonrpc: '2.0', id, ...answer });
  }
  return answers;
}

async function read(request: IncomingMessage): Promise<Sent | Sent[]> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(`${Buffer.concat(parts)}`);
}

function hurried({ rules }: StrictNode, clock: { second: number; asked: number }): boolean {
  const second = Math.floor(performance.now() / 1000);
  if (second !== clock.second) [clock.second, clock.asked] = [second, 0];
  clock.asked += 1;
  return clock.asked > (rules.perSecond ?? Number.POSITIVE_INFINITY);
}

async function answerOf(rules: Rules, question: Question, behind: string, elsewhere?: string) {
  const early = await refusalOf(rules, question, behind);
  if (early) return early;
  const answer = await ask(elsewhere ?? behind, question);
  const { result } = answer;
  if (question.method === 'eth_getLogs' && Array.isArray(result)) {
    if (result.length > (rules.mostLogs ?? Number.POSITIVE_INFINITY)) {
      return refused(-32_005, `query returned more than ${rules.mostLogs} results`);
    }
  }
  return answer;
}

async function refusalOf(rules: Rules, question: Question, behind: string): Promise<Answer | null> {
  if (rules.answersNull?.(question)) return { result: null };
  if (rules.refuses?.(question)) return refused(-32_000, 'internal error');
  const blocks = await blocksOf(question, behind);
  if (!blocks) return null;
  if (blocks.to - blocks.from >= (rules.mostBlocks ?? Number.POSITIVE_INFINITY)) {
    return refused(-32_602, `block range is limited to ${rules.mostBlocks}`);
  }
  if (blocks.from >= (rules.prunedBelow ?? 0)) return null;
  return question.method === 'eth_getLogs'
    ? refused(4444, 'pruned history unavailable')
    : { result: null };
}

/** Which blocks a question is about; null for another question. */
async function blocksOf({ method, params }: Question, behind: string) {
  const [first] = params as [string | { [name: string]: string }];
  if (method === 'eth_getBlockByNumber' && typeof first === 'string' && first !== 'latest') {
    return { from: Number(first), to: Number(first) };
  }
  if (method === 'eth_getBlockReceipts') return numbered(`${first}`, behind);
  if (method !== 'eth_getLogs' || typeof first === 'string') return null;
  if (first.blockHash) return numbered(first.blockHash, behind);
  return { from: Number(first.fromBlock), to: Number(first.toBlock) };
}

async function numbered(hash: string, behind: string) {
  const { result } = await ask(behind, { method: 'eth_getBlockByHash', params: [hash, false] });
  const at = Number((result as { number: string } | null)?.number ?? 1e9);
  return { from: at, to: at };
}

async function ask(url: string, question: Question): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...question });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  const { result, error } = (await answer.json()) as Answer;
  return error ? { error } : { result };
}

function refused(code: number, message: string): Answer {
  return { error: { code, message } };
}
