// ABI parameters written as Solidity writes them: `(address to, uint256 amount)[] payments, bytes data`. One
// text says names and types; viem's types read it at compile time, this reader at run time.
import type { AbiParameter, ParseAbiItem, ParseAbiParameters } from 'viem';

export type ParametersOf<Text extends string> = string extends Text
  ? readonly AbiParameter[]
  : ParseAbiItem<`function ${Text}`> extends {
        inputs: infer Inputs extends readonly AbiParameter[];
      }
    ? Inputs
    : never;

/** `text` is our own, never outside data: a typo is a compile error or fails the vectors. */
export function abiParameters<const Text extends string>(text: Text): ParseAbiParameters<Text> {
  return parametersOf(text) as ParseAbiParameters<Text>;
}

/** Of a function with names, `transfer(address to, uint256 amount)`: its parameters and its canonical signature. */
export function abiFunction<const Text extends string>(text: Text) {
  const [name = ''] = text.split('(');
  const params = parametersOf(text.slice(name.length + 1, -1));
  return { params: params as ParametersOf<Text>, signature: name + typesOf(params) };
}

function parametersOf(text: string): readonly AbiParameter[] {
  return text === '' ? [] : partsOf(text).map(parameterOf);
}

/** Split at the commas that are inside no parentheses. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  for (const piece of text.split(', ')) {
    if (depth > 0) parts.push(`${parts.pop()}, ${piece}`);
    else parts.push(piece);
    depth += piece.split('(').length - piece.split(')').length;
  }
  return parts;
}

function parameterOf(text: string): AbiParameter {
  const end = text.lastIndexOf(')') + 1;
  const [type = '', name] = text.slice(end).split(' ');
  return {
    ...(name ? { name } : {}),
    ...(end > 0
      ? { type: `tuple${type}`, components: parametersOf(text.slice(1, end - 1)) }
      : { type }),
  };
}

function typesOf(params: readonly AbiParameter[]): string {
  const types = params.map((param) =>
    'components' in param ? param.type.replace('tuple', typesOf(param.components)) : param.type,
  );
  return `(${types.join()})`;
}
