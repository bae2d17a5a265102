import { type AbiFunction, parseAbiItem, parseAbiParameters, toFunctionSignature } from 'viem';
import { expect, it } from 'vitest';
import { abiFunction, abiParameters } from '../../../src/core/bytes/abi-text';

const TEXTS = [
  'bytes data',
  'address, uint256, bytes[]',
  'address to, uint256[2][] amounts',
  '(address to, uint256 amount)[] payments, bytes data',
  'uint8 v, (address token, (uint160 amount, uint48 nonce)[] details, bool last) permit, bytes32 r',
] as const;

it.each(TEXTS)('reads %s as viem does', (text) => {
  expect(abiParameters(text)).toEqual(parseAbiParameters(text));
});

it.each([
  'register()',
  'transfer(address to, uint256 amount)',
  'permit(address owner, ((address token, uint160 amount)[] details, address spender) batch, bytes signature)',
] as const)('gives the parameters and the canonical signature of %s', (text) => {
  const item = parseAbiItem(`function ${text as string}`) as AbiFunction;

  expect(abiFunction(text)).toEqual({
    params: item.inputs,
    signature: toFunctionSignature(item),
  });
});
