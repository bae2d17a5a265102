// superstruct's `validate` without its message: that quotes the bad value, and a value can be made to throw
// when it is quoted ({"toString": 1}, or a list nested a hundred thousand times). One such record would
// otherwise take the whole document with it, and with it the death of another Golem.
import { type Struct, validate } from '@metamask/superstruct';

/** `path`: of the first wrong field; empty when it is the whole, or when even that cannot be told. */
export type Checked<T> = { ok: true; value: T } | { ok: false; path: readonly string[] };

export function check<T>(
  input: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: the schema parameter of a struct plays no part here
  struct: Struct<T, any>,
  options: { coerce?: boolean } = {},
): Checked<T> {
  try {
    const [error, value] = validate(input, struct, options);
    return error ? { ok: false, path: error.path.map(String) } : { ok: true, value };
  } catch {
    return { ok: false, path: [] };
  }
}
