// `bardo-agent request`: a request signed by the session key, its link, code and QR, and the owner's answer.
import { isAddress } from 'viem';
import { lower } from '../../core/bytes/hex';
import { chainName } from '../../core/chain/addresses';
import { dateWords } from '../../core/chain/time';
import { check } from '../../core/protocol/check';
import { Id } from '../../core/protocol/fields';
import { runwayDigest } from '../../core/protocol/runway-ask';
import type { RunwayAskBody, RunwayRecord } from '../../core/protocol/runway-shapes';
import { userCodeOf } from '../../core/protocol/user-code';
import {
  type Asker,
  checkedAmount,
  checkedPayees,
  type RequestRunwayParams,
  signedAsk,
} from '../tools/runway-ask';
import { ToolRefused } from '../tools/tool';
import type { Options } from './arguments';
import { EXIT, Stop } from './exit';
import { type KeyFile, keyFor } from './key-file';
import type { Call } from './login';
import { failedWith, planeOf, type Terminal } from './plane';
import { answerTo } from './request-answer';
import { nowSeconds } from './session';

const BASE = '8453';
const MAX_MINUTES = 43_200;

export async function request(call: Call): Promise<number> {
  const { options, output, env } = call;
  const plane = planeOf(options.text('plane'), env);
  const wish = wishOf(options);
  const minutes = wholeOf(options, 'wait', '15', MAX_MINUTES);
  const amount = refusedAsUsage(() => checkedAmount(wish.params));
  const made = await keyFor(call, wish.owner, wish.id);
  const { key } = made;
  try {
    const asker: Asker = { ...wish, key };
    const payees = refusedAsUsage(() => checkedPayees(asker, wish.params));
    const deadline = nowSeconds() + minutes * 60;
    const body = await signedAsk(asker, { params: wish.params, amount, payees }, deadline);
    const record = await posted(plane, body);
    introduce(call, { body, record, made, plane });
    if (options.has('no-wait')) return EXIT.ok;
    const granted = await answerTo(plane, body, record, output);
    const facts = {
      request_id: record.id,
      permission_id: granted.permission,
      kind: granted.kind ?? null,
    };
    output.tell('granted', { ...facts, session_key: key.address, key_file: made.file }, [
      `Granted: permission ${granted.permission}.`,
      `The key that may use it is in ${made.file}; the kit goes on with it: resumeGolem({ …, keyFile }).`,
    ]);
    return EXIT.ok;
  } finally {
    key.destroy('expired');
  }
}

type Wish = Omit<Asker, 'key'> & { params: RequestRunwayParams };

function wishOf(options: Options): Wish {
  const id = options.needed('golem');
  if (!check(id, Id).ok)
    throw new Stop('usage', '--golem must be 1 to 64 small letters, digits and dashes.');
  const owner = options.needed('owner');
  if (!isAddress(owner))
    throw new Stop('usage', '--owner must be an address; this is none, or mistyped.');
  const payees = options.list('payee');
  if (payees.length === 0)
    throw new Stop(
      'usage',
      'Say --payee <address>: whom the Golem needs to pay, up to eight times.',
    );
  const reason = options.text('reason') ?? '';
  if (!/^[^\p{Cc}]{0,280}$/u.test(reason))
    throw new Stop('usage', '--reason must be one line of at most 280 characters.');
  const params = {
    golems: [id],
    daily_cap_usdc: numberOf(options.needed('amount')),
    duration_days: numberOf(options.needed('days')),
    ...{ payees, reason, owner_override: options.has('unusual') },
  };
  const chainId = wholeOf(options, 'chain', BASE, 4_294_967_295);
  return {
    id,
    name: (options.text('name') ?? id).slice(0, 256),
    owner: lower(owner),
    chain: { chainId },
    params,
  };
}

/** Not a number for what is none: the rules of the tool say what it must be. */
function numberOf(text: string): number {
  return /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
}

function wholeOf(options: Options, name: string, otherwise: string, most: number): number {
  const text = options.text(name) ?? otherwise;
  const value = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (value === 0 || value > most)
    throw new Stop('usage', `--${name} must be a whole number from 1 to ${most}.`);
  return value;
}

/** The tool's parameters are this command's options by other names. */
function refusedAsUsage<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ToolRefused)) throw error;
    const names = [
      ['duration_days', '--days'],
      ['daily_cap_usdc', '--amount'],
      ['payees', '--payee'],
    ] as const;
    const words = names.reduce((said, [tool, option]) => said.replace(tool, option), error.message);
    throw new Stop(
      'usage',
      words.includes('override') ? `${words} Say --unusual if the owner asked for it.` : words,
    );
  }
}

async function posted(plane: Terminal, body: RunwayAskBody): Promise<RunwayRecord> {
  const asked = await plane.ask('askRunway', { body });
  if (!asked.ok) throw failedWith(asked);
  return asked.value;
}

type Posted = { body: RunwayAskBody; record: RunwayRecord; made: KeyFile; plane: Terminal };

function introduce({ output }: Call, { body, record, made, plane }: Posted): void {
  const digest = runwayDigest(body);
  const id = digest?.slice(2) ?? record.id;
  // Computed here: what the control plane shows beside another request would be that one's.
  const code = digest && record.codeNonce ? userCodeOf(digest, record.codeNonce) : null;
  const link = record.id === id && record.link ? record.link : `${plane.origin}/request/${id}`;
  const { address } = made.key;
  const facts = { approval_url: link, request_id: id, user_code: code, expires_at: body.deadline };
  output.tell(
    'asked',
    { ...facts, kind: record.kind ?? null, session_key: address, key_file: made.file },
    [
      `${body.name} asks ${body.owner} on ${chainName(body.chainId)}.`,
      `Open     ${link}`,
      `Code     ${code ? output.bold(code) : 'none: this control plane is older'}`,
      `Key      ${address}`,
      `Until    ${dateWords(body.deadline)}`,
      ...(made.isNew ? [`The key is new and stands encrypted in ${made.file}.`] : []),
    ],
  );
  output.qr(link);
  const both = code ? `the code ${code} and the key` : 'the key';
  output.tell('compare', { user_code: code, session_key: address }, [
    `Approve only if page and wallet show ${both} ${address.slice(0, 8)}…${address.slice(-6)}.`,
  ]);
}
