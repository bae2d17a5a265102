// The tools hold what a model sends them to the schemas that the model was shown: the part of JSON Schema that
// definitions.ts uses. The first thing that is wrong is said, with its place and what was expected.
export type Schema = {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly description?: string;
};

/** What of the value the schema does not allow; null = nothing. `at`: where in the parameters it stands. */
export function problemOf(schema: Schema, value: unknown, at = ''): string | null {
  const name = at || 'the parameters';
  if (schema.type && !isOf(schema.type, value)) {
    return `${name} must be ${KINDS[schema.type]}, not ${kindOf(value)}`;
  }
  if (schema.enum && !schema.enum.includes(value as string)) {
    return `${name} must be one of ${schema.enum.join(', ')}`;
  }
  if (typeof value === 'string') return textProblem(schema, value, name);
  if (typeof value === 'number') return numberProblem(schema, value, name);
  if (Array.isArray(value)) return listProblem(schema, value, at);
  return schema.properties ? fieldsProblem(schema, value as object, at) : null;
}

function textProblem(schema: Schema, value: string, name: string): string | null {
  const { pattern, minLength = 0, maxLength = Infinity } = schema;
  if (value.length < minLength) return `${name} must not be empty`;
  if (value.length > maxLength) return `${name} must have at most ${maxLength} characters`;
  if (pattern && !new RegExp(pattern, 'u').test(value)) {
    return `${name} must look like ${pattern}`;
  }
  return null;
}

function numberProblem(schema: Schema, value: number, name: string): string | null {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
  if (value < minimum) return `${name} must be at least ${minimum}`;
  if (value <= exclusiveMinimum) return `${name} must be more than ${exclusiveMinimum}`;
  return value > maximum ? `${name} must be at most ${maximum}` : null;
}

function listProblem(schema: Schema, value: readonly unknown[], at: string): string | null {
  const { items, minItems = 0, maxItems = Infinity, uniqueItems } = schema;
  if (value.length < minItems) return `${at} must name at least ${minItems}`;
  if (value.length > maxItems) return `${at} must name at most ${maxItems}`;
  if (uniqueItems && new Set(value).size < value.length) return `${at} names one twice`;
  for (const [index, item] of value.entries()) {
    const problem = items && problemOf(items, item, `${at}[${index}]`);
    if (problem) return problem;
  }
  return null;
}

function fieldsProblem(schema: Schema, value: object, at: string): string | null {
  const { properties = {}, required = [] } = schema;
  const fields = new Map(Object.entries(value).filter(([, field]) => field !== undefined));
  const place = (name: string) => (at ? `${at}.${name}` : name);
  const missing = required.find((name) => !fields.has(name));
  if (missing) return `${place(missing)} is missing`;
  for (const [name, field] of fields) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!known) {
      return `there is no parameter ${quoted(name.slice(0, 64))}; known are ${Object.keys(properties).join(', ')}`;
    }
    const problem = problemOf(known, field, place(name));
    if (problem) return problem;
  }
  return null;
}

const KINDS = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
} as const;

function isOf(type: keyof typeof KINDS, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return `the text ${quoted(value.slice(0, 40))}`;
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : `a value of another kind`;
}

/** What hides or reorders text is shown by its number: the sentence is read by models and owners. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu,
    (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`,
  );
}
