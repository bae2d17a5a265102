import * as viem from 'viem';
import { describe, expect, it } from 'vitest';
import { hashTypedData } from '../../../src/core/bytes/typed-hash';
import {
  AGENT_TYPES,
  type AgentType,
  agentMessageData,
} from '../../../src/core/protocol/agent-messages';
import {
  CONTRACT_TYPES,
  type ContractType,
  contractTypedData,
  STOP_TYPES,
  stopTypedData,
} from '../../../src/core/protocol/messages';
import { BARDO_TYPES, type BardoType, bardoTypedData } from '../../../src/core/protocol/typed-data';

const CONTRACT = `0x${'c0'.repeat(20)}` as const;

/** A value of every type our messages have. */
const VALUES: { [type: string]: unknown } = {
  string: 'golem – 漢',
  address: `0x${'ab'.repeat(20)}`,
  'address[]': [CONTRACT, `0x${'ab'.repeat(20)}`],
  bytes32: `0x${'cd'.repeat(32)}`,
  uint8: 3,
  uint16: 9_999,
  uint32: 4_294_967_295,
  uint64: 2n ** 64n - 1n,
  uint256: 2n ** 256n - 1n,
};

const messageOf = (fields: readonly { name: string; type: string }[]) =>
  Object.fromEntries(fields.map(({ name, type }) => [name, VALUES[type]])) as never;

const MESSAGES = [
  ...Object.entries(BARDO_TYPES).map(([name, fields]) =>
    bardoTypedData(name as BardoType, 8453, messageOf(fields)),
  ),
  stopTypedData(8453, messageOf(STOP_TYPES.Stop)),
  ...Object.entries(AGENT_TYPES).map(([name, fields]) =>
    agentMessageData(name as AgentType, 8453, messageOf(fields)),
  ),
  ...Object.entries(CONTRACT_TYPES).map(([name, fields]) =>
    contractTypedData(
      name as ContractType,
      { chainId: 8453, contract: CONTRACT },
      messageOf(fields),
    ),
  ),
];

describe('the hash of typed data', () => {
  it.each(MESSAGES.map((typed) => [typed.primaryType, typed] as const))(
    'of %s is viem’s',
    (_, typed) => {
      expect(hashTypedData(typed as never)).toBe(viem.hashTypedData(typed as never));
    },
  );

  it('follows structs, lists and bytes of any length', () => {
    const typed = {
      domain: {},
      types: {
        EIP712Domain: [],
        Mail: [
          { name: 'to', type: 'Person[]' },
          { name: 'body', type: 'bytes' },
        ],
        Person: [{ name: 'names', type: 'string[2]' }],
      },
      primaryType: 'Mail',
      message: { to: [{ names: ['a', 'b'] }, { names: ['', 'c'] }], body: '0x123456' },
    } as const;

    expect(hashTypedData(typed)).toBe(viem.hashTypedData(typed as never));
  });

  it('refuses a value that is not one of its type', () => {
    const stop = stopTypedData(1, messageOf(STOP_TYPES.Stop));

    for (const issuedAt of [-1n, 2n ** 64n, '5', 1.5, undefined]) {
      expect(() => hashTypedData({ ...stop, message: { ...stop.message, issuedAt } })).toThrow(
        RangeError,
      );
    }
  });
});
