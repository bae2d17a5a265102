// Building blocks for protocol documents. A struct is plain data that says what is allowed, with its type beside
// it: `check` reads values by it, `json-schema.ts` publishes it, so that the two cannot drift.
import type { Hex } from 'viem';

/** `absentable`: as a field, it may be left out. */
export type Shape = (
  | { kind: 'text'; regex: RegExp; lower: boolean }
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'yesNo' }
  | { kind: 'oneOf'; values: readonly string[] }
  | { kind: 'orNull'; of: Shape }
  | { kind: 'list'; of: Shape; min: number; max: number }
  | { kind: 'fields'; fields: { readonly [name: string]: Shape }; open: boolean }
  | { kind: 'either'; of: readonly Shape[] }
  | { kind: 'mapOf'; keys: RegExp }
  | { kind: 'anything' }
) & { absentable?: true };

/** `as` is never there: it carries the type of what the shape allows. */
export type Struct<T> = Shape & { as?: () => T };
export type Infer<S> = S extends { as?: () => infer T } ? T : never;

type Absentable<T> = Struct<T> & { absentable: true };
type Fields = { readonly [name: string]: Struct<unknown> };
type Flat<T> = { [K in keyof T]: T[K] };
type Document<F extends Fields> = Flat<
  {
    -readonly [K in keyof F as F[K] extends { absentable: true } ? never : K]: Infer<F[K]>;
  } & {
    -readonly [K in keyof F as F[K] extends { absentable: true } ? K : never]?: Infer<F[K]>;
  }
>;

export function text(regex: RegExp): Struct<string> {
  return { kind: 'text', regex, lower: false };
}

/** Hexadecimal text of `bytes` bytes, read in lower case: equality of strings is then equality of values. */
export function hex(bytes: number): Struct<Hex> {
  return { kind: 'text', regex: new RegExp(`^0x[0-9a-fA-F]{${2 * bytes}}$`), lower: true };
}

/** Hexadecimal text kept as it was written; `digits` is the pattern of what follows 0x. */
export function hexText(digits: string): Struct<Hex> {
  return { kind: 'text', regex: new RegExp(`^0x${digits}$`), lower: false };
}

export function whole(min = -Infinity, max = Infinity): Struct<number> {
  return { kind: 'whole', min, max };
}

export function yesNo(): Struct<boolean> {
  return { kind: 'yesNo' };
}

export function oneOf<const T extends readonly string[]>(values: T): Struct<T[number]> {
  return { kind: 'oneOf', values };
}

export function orNull<T>(of: Struct<T>): Struct<T | null> {
  return { kind: 'orNull', of };
}

/** A field that may be left out. */
export function orAbsent<T>(struct: Struct<T>): Absentable<T> {
  return { ...struct, absentable: true };
}

/** Absent or null: there is none, or it is not known. */
export function maybe<T>(of: Struct<T>): Absentable<T | null> {
  return orAbsent(orNull(of));
}

export function list<T>(of: Struct<T>, min = 0, max = Infinity): Struct<T[]> {
  return { kind: 'list', of, min, max };
}

/**
 * A document from outside: unknown extra fields are tolerated, so that a newer server can be read, and left
 * behind when it is read, so that nothing unknown is ever stored.
 */
export function document<F extends Fields>(fields: F): Struct<Document<F>> {
  return { kind: 'fields', fields, open: true };
}

/** Parameters of a request: an unknown field is an error, because it would be silently ignored. */
export function params<F extends Fields>(fields: F): Struct<Document<F>> {
  return { kind: 'fields', fields, open: false };
}

export function either<A, B>(one: Struct<A>, other: Struct<B>): Struct<A | B> {
  return { kind: 'either', of: [one, other] };
}

/** An object whose keys somebody else chose; what they lead to is read one by one. */
export function mapOf(keys: RegExp): Struct<{ [key: string]: unknown }> {
  return { kind: 'mapOf', keys };
}

export function anything(): Struct<unknown> {
  return { kind: 'anything' };
}
