// The JSON Schema that says what a struct says: for other control planes, and for the tests that hold both to the
// same values. The Snap does not carry it.
import type { Shape } from './schema';

export type JsonSchema = { readonly [key: string]: unknown };

export function jsonSchemaOf(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case 'text':
      return { type: 'string', pattern: shape.regex.source };
    case 'whole':
      return { type: 'integer', minimum: shape.min, maximum: shape.max };
    case 'yesNo':
      return { type: 'boolean' };
    case 'oneOf':
      return { enum: [...shape.values] };
    case 'orNull':
      return { anyOf: [jsonSchemaOf(shape.of), { type: 'null' }] };
    case 'list':
      return {
        type: 'array',
        items: jsonSchemaOf(shape.of),
        minItems: shape.min,
        maxItems: shape.max,
      };
    case 'fields':
      return objectSchema(shape);
    default:
      throw new Error(
        'This struct was not built by core/protocol/schema, or is not for publication.',
      );
  }
}

function objectSchema({ fields, open }: Shape & { kind: 'fields' }): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, shape]) => [name, jsonSchemaOf(shape)])),
    required: entries.flatMap(([name, shape]) => (shape.absentable ? [] : [name])),
    additionalProperties: open,
  };
}
