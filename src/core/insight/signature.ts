// A signature request to an insight: parse, ask every reader that recognises it, fold the findings.
// To add a kind: a file in `signatures/`, a line in READERS, vectors in test/vectors/signatures.
import { Unreadable } from '../bytes/abi';
import { hexToString, isHex, lower, stringToHex } from '../bytes/hex';
import type { Json } from '../bytes/json';
import type { StepJson } from '../decoders/outcome';
import { type Finding, type Insight, insightOf } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { bardoReader, wardenReader } from '../signatures/bardo';
import { delegationReader } from '../signatures/delegation';
import { fromJson, parseTypedMessage } from '../signatures/parse-typed-message';
import { permitReader } from '../signatures/permit';
import { permit2Reader } from '../signatures/permit2';
import { NO_CHAIN, type PortalScene, type Reader } from '../signatures/reader';
import {
  failed,
  forOwnAccount,
  type MessageForm,
  safetyNet,
  unparsed,
} from '../signatures/safety-net';
import { explainSignIn, signInArgs } from '../signatures/siwe';
import { parseSignIn } from '../signatures/siwe-message';
import { touchOf } from '../signatures/touch';
import type { TypedMessage } from '../signatures/typed-message';
import { x402Reader } from '../signatures/x402';
import { userOperationReader } from './user-operation';

const READERS: readonly Reader[] = [
  bardoReader,
  wardenReader,
  delegationReader,
  permit2Reader,
  permitReader,
  x402Reader,
  userOperationReader,
];

export type SignatureInput = { from: string; data: unknown; signatureMethod: string };

type DecodedSignature = {
  contract: string;
  name: string;
  args: { [key: string]: Json };
  calls: readonly StepJson[];
};

export type SignatureReport = { insight: Insight | null; decoded: DecodedSignature | null };

/** Longest text that is decoded: real sign-in messages are below 2 KB. */
const MAX_TEXT_BYTES = 128 * 1024;

/** `searched` is what the safety net looks through when no reader had anything to say. */
type Read = {
  findings: Finding[];
  decoded: DecodedSignature | null;
  form: MessageForm;
  searched: unknown;
};

/** Never throws: in the wallet an error and "nothing to say" look the same. */
export function explainSignature(
  input: SignatureInput,
  scene: Scene,
  portalOrigin: string,
): SignatureReport {
  // The request itself says which account signs; the scene was made before it was read.
  const signer = isHex(input.from, 20) ? input.from : scene.signer;
  const asked: PortalScene = { ...scene, signer, portalOrigin };
  try {
    const { findings, decoded, form, searched } = read(input, asked);
    const said = findings.length > 0 ? findings : safetyNet(touchOf(searched, asked), form, asked);
    return { insight: insightOf(said), decoded };
  } catch {
    return { insight: insightOf([NOT_CHECKED]), decoded: null };
  }
}

const NOT_CHECKED: Finding = {
  level: 'warning',
  title: 'Bardo could not check this signature: sign with care',
  lines: ['Something in it made the check fail. It may or may not concern your Golems.'],
  facts: [],
};

function read({ data, signatureMethod }: SignatureInput, scene: PortalScene): Read {
  const nothing = { findings: [], decoded: null, searched: data };
  if (signatureMethod === 'eth_sign') return { ...nothing, form: 'blind' };
  if (signatureMethod === 'personal_sign') return readText(data, scene);
  const form: MessageForm = 'structured';
  try {
    const message = fromJson(data);
    // Typed data of the first version is a bare list: no domain, so no reader can know it.
    if (Array.isArray(message)) return { ...nothing, searched: message, form };
    return { ...readTyped(message, scene), form };
  } catch (error) {
    if (error instanceof Unreadable) return { ...nothing, form };
    throw error;
  }
}

function readTyped(data: unknown, scene: PortalScene): Omit<Read, 'form'> {
  const searched = { ...Object(data), metadata: null };
  let typed: TypedMessage;
  try {
    typed = parseTypedMessage(data);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { findings: unparsed(data, error.reason, scene), decoded: null, searched };
  }
  const here = { ...scene, chainId: typed.domain.chainId ?? NO_CHAIN };
  const readings = READERS.filter((reader) => reader.recognises(typed)).map((reader) =>
    readWith(reader, typed, here),
  );
  const said = readings.flatMap((reading) => reading.findings);
  return {
    findings: said.length > 0 ? said : forOwnAccount(typed, here),
    decoded: readings[0]?.decoded ?? null,
    searched,
  };
}

function readWith(
  reader: Reader,
  typed: TypedMessage,
  scene: PortalScene,
): Pick<Read, 'findings' | 'decoded'> {
  const { contract } = reader;
  try {
    const { name, args, calls = [], explain } = reader.read(typed);
    return { decoded: { contract, name, args, calls }, findings: explain(scene) };
  } catch (error) {
    const reason = error instanceof Unreadable ? error.reason : 'it is not what it should be';
    return { decoded: null, findings: [failed(contract, reason)] };
  }
}

function readText(data: unknown, scene: PortalScene): Read {
  const text = textOf(data);
  const searched = [data, text];
  if (text === null) return { findings: [], decoded: null, form: 'blind', searched };
  const claim = parseSignIn(text);
  if (!claim) return { findings: [], decoded: null, form: 'text', searched };
  return {
    findings: explainSignIn(claim, scene),
    decoded: { contract: 'ERC-4361', name: 'SignIn', args: signInArgs(claim), calls: [] },
    form: 'text',
    searched,
  };
}

/** The text of a personal message: the wallet sends hex, a command line may send the words. */
function textOf(data: unknown): string | null {
  if (typeof data !== 'string' || data.length > MAX_TEXT_BYTES * 2) return null;
  if (!isHex(data) || data.length % 2 !== 0) return data;
  const hex = lower(data);
  const text = hexToString(hex);
  // The decoder replaces what is not UTF-8; only bytes that come back as they were are text.
  return stringToHex(text) === hex ? text : null;
}
