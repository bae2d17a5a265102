// Typed data from a site to a bounded copy. Everything here is hostile until copied: a message may
// be megabytes, nested without end, hold `__proto__` keys or types that refer to themselves.
import { Unreadable } from '../bytes/abi';
import type { Json } from '../bytes/json';
import type { TypedField, TypedMessage } from './typed-message';
import { wholeNumber } from './typed-values';

/** Largest real messages (bulk Seaport orders) are about 60 KB and 27 levels deep. */
const MAX_CHARS = 256 * 1024;
/** Text is parsed up to here only to see what it claims to be; reading it stops at MAX_CHARS. */
const MAX_JSON = 1024 * 1024;
const MAX_NODES = 10_000;
const MAX_DEPTH = 32;
const MAX_TYPES = 128;
const MAX_FIELDS = 128;
const MAX_NAME = 128;

type Budget = { chars: number; nodes: number };
type Unknowns = { [key: string]: unknown };

/** Throws `Unreadable` with a reason fit for an owner. */
export function parseTypedMessage(input: unknown): TypedMessage {
  const data = objectOf(fromJson(input), 'it is not typed data');
  const budget: Budget = { chars: MAX_CHARS, nodes: MAX_NODES };
  const primaryType = own(data, 'primaryType');
  if (typeof primaryType !== 'string' || primaryType.length > MAX_NAME) {
    throw new Unreadable('it does not say which type it is');
  }
  const message = objectOf(own(data, 'message'), 'it holds no message');
  return {
    primaryType,
    domain: parseDomain(own(data, 'domain')),
    types: parseTypes(own(data, 'types'), budget),
    message: copyJson(message, 0, budget) as TypedMessage['message'],
    metadata: parseMetadata(own(data, 'metadata')),
  };
}

/** JSON text becomes what it says; anything else stays as it is. */
export function fromJson(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  if (input.length > MAX_JSON) throw new Unreadable('it is larger than Bardo reads (256 KB)');
  try {
    return JSON.parse(input);
  } catch {
    throw new Unreadable('it is not valid JSON');
  }
}

/** The property itself, never one inherited from a prototype. */
export function own(object: unknown, key: string): unknown {
  if (object === null || typeof object !== 'object' || !Object.hasOwn(object, key))
    return undefined;
  return (object as Unknowns)[key];
}

function parseDomain(input: unknown): TypedMessage['domain'] {
  const from = objectOf(input, 'it has no domain');
  const domain: TypedMessage['domain'] = {};
  for (const key of ['name', 'version', 'verifyingContract', 'salt'] as const) {
    const value = own(from, key);
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string' || value.length > MAX_CHARS / 4) {
      throw new Unreadable(`its domain's ${key} is not a readable text`);
    }
    domain[key] = value;
  }
  const chainId = own(from, 'chainId');
  if (chainId !== undefined && chainId !== null) {
    const number = wholeNumber(chainId);
    if (number === null || number < 0n || number > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new Unreadable("its domain's chainId is not a chain id");
    }
    domain.chainId = Number(number);
  }
  return domain;
}

function parseTypes(input: unknown, budget: Budget): TypedMessage['types'] {
  const entries = Object.entries(objectOf(input, 'it declares no types'));
  if (entries.length > MAX_TYPES) throw new Unreadable('it declares too many types');
  const types: { [name: string]: readonly TypedField[] } = Object.create(null);
  for (const [name, fields] of entries) {
    if (!/^\w{1,128}$/.test(name)) throw new Unreadable('a type has no proper name');
    types[name] = parseFields(fields, budget);
  }
  return types;
}

function parseFields(input: unknown, budget: Budget): TypedField[] {
  if (!Array.isArray(input) || input.length > MAX_FIELDS) {
    throw new Unreadable('a type is not a list of fields, or too long');
  }
  const seen = new Set<string>();
  return input.map((field) => {
    const name = own(field, 'name');
    const type = own(field, 'type');
    if (typeof name !== 'string' || name.length > MAX_NAME || typeof type !== 'string') {
      throw new Unreadable('a field has no name or type');
    }
    if (type.length > MAX_NAME || !/^\w+(\[\d*\])*$/.test(type)) {
      throw new Unreadable('a field has no proper type');
    }
    // Twice the same name in a type that refers to itself would double the work at every level.
    if (seen.has(name)) throw new Unreadable('a type declares one field twice');
    seen.add(name);
    spend(budget, name.length + type.length);
    return { name, type };
  });
}

function copyJson(value: unknown, depth: number, budget: Budget): Json {
  if (depth > MAX_DEPTH) throw new Unreadable('it is nested deeper than Bardo reads');
  spend(budget, typeof value === 'string' ? value.length : 1);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return value.toString();
  // NaN and Infinity have no JSON; as text they are refused by whoever reads a number.
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) {
    if (value.length > budget.nodes) throw new Unreadable('it is larger than Bardo reads (256 KB)');
    return value.map((item) => copyJson(item, depth + 1, budget));
  }
  if (typeof value !== 'object') throw new Unreadable('it holds something that is not data');
  const copy: { [key: string]: Json } = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    spend(budget, key.length);
    copy[key] = copyJson(item, depth + 1, budget);
  }
  return copy;
}

/** Believed only when MetaMask's permission Snap is the origin; that is the reader's judgement. */
function parseMetadata(input: unknown): TypedMessage['metadata'] {
  const origin = own(input, 'origin');
  if (typeof origin !== 'string') return null;
  const justification = own(input, 'justification');
  return {
    origin: origin.slice(0, 300),
    justification: typeof justification === 'string' ? justification.slice(0, 1000) : '',
  };
}

function objectOf(value: unknown, otherwise: string): Unknowns {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Unreadable(otherwise);
  }
  return value as Unknowns;
}

function spend(budget: Budget, chars: number): void {
  budget.chars -= chars;
  budget.nodes -= 1;
  if (budget.chars < 0 || budget.nodes < 0) {
    throw new Unreadable('it is larger than Bardo reads (256 KB)');
  }
}
