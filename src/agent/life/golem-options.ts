// What a Golem is made of is checked when it is made, not when the chain or the control plane first refuses it.
import { isAddress, zeroAddress } from 'viem';
import { hasFramework } from '../../core/chain/addresses';

const ID = /^[a-z0-9-]{1,64}$/;
const MAX_NAME = 256;

type Loose = { [field: string]: unknown };

/** Throws with the field that is wrong and what it should be. */
export function demandGolemOptions(options: unknown): void {
  const given = (options ?? {}) as Loose;
  const wrong = CHECKS.find(([name, isRight]) => !isRight(given[name]));
  if (wrong) throw new Error(`createGolem: ${wrong[0]} must be ${wrong[2]}.`);
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

const CHECKS: readonly [name: string, isRight: (value: unknown) => boolean, expected: string][] = [
  [
    'id',
    (id) => typeof id === 'string' && ID.test(id),
    '1 to 64 small letters, digits or dashes, such as "atlas-1"',
  ],
  [
    'name',
    (name) => typeof name === 'string' && name.trim() !== '' && name.length <= MAX_NAME,
    `text of 1 to ${MAX_NAME} characters`,
  ],
  [
    'owner',
    // With capitals its checksum counts: a mistyped owner could never grant anything.
    (owner) => typeof owner === 'string' && isAddress(owner) && owner !== zeroAddress,
    'the address of an account (0x and 40 hex digits, its checksum right)',
  ],
  ['chain', isChain, 'what connectChain returned'],
  ['plane', (plane) => isFunction((plane as Loose | null)?.ask), 'what connectPlane returned'],
  ['vitals', isFunction, 'a function that says phase and vitality'],
  [
    'sequence',
    optional(isSequence),
    'the last heartbeat’s number and a function that saves the next one',
  ],
  ['key', optional(isKey), 'a SessionKey that was not destroyed'],
  ['store', optional(has('all', 'put', 'remove')), 'a store such as fileStore(folder)'],
  ['events', optional(has('emit', 'on', 'onAny')), 'what createEvents returned'],
  ['now', optional(isFunction), 'a function that says the time in unix seconds'],
  ['sender', optional(isFunction), 'a function of chain, key and journal that returns a sender'],
];

function optional(isRight: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === undefined || isRight(value);
}

function has(...functions: string[]): (value: unknown) => boolean {
  return (value) => functions.every((name) => isFunction((value as Loose | null)?.[name]));
}

function isKey(key: unknown): boolean {
  const { address, destroyed } = (key ?? {}) as Loose;
  return isAddress(`${address}`) && destroyed === false && has('account', 'sign')(key);
}

function isChain(chain: unknown): boolean {
  const { chainId, head, client } = (chain ?? {}) as Loose;
  return hasFramework(chainId as number) && isFunction(head) && client !== undefined;
}

function isSequence(sequence: unknown): boolean {
  const { last, save } = (sequence ?? {}) as Loose;
  return Number.isSafeInteger(last) && (last as number) >= 0 && isFunction(save);
}
