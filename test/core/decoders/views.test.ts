// Questions to known contracts. The lists are held against MetaMask's own ABIs and against ours.
import * as framework from '@metamask/delegation-abis';
import { type Abi, type AbiFunction, toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import { CAVEATS } from '../../../src/core/caveats/list';
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import * as bardo from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { decodeCall } from '../../../src/core/decoders';
import {
  ACCOUNT_VIEWS,
  BARDO_VIEWS,
  ENFORCER_VIEWS,
  MANAGER_VIEWS,
  type View,
} from '../../../src/core/decoders/view-functions';
import { aScene, BASE, OWNER, STRANGER } from '../../vectors/builders';

const abisOf = (room: object, names: RegExp) =>
  Object.entries(room)
    .filter(([name]) => names.test(name))
    .flatMap(([, abi]) => abi as Abi);

/** Functions that only answer. Hooks are left out: the same one counts in another enforcer. */
const viewsIn = (abi: Abi) =>
  abi.filter(
    (item): item is AbiFunction =>
      item.type === 'function' &&
      (item.stateMutability === 'view' || item.stateMutability === 'pure') &&
      !item.name.endsWith('Hook'),
  );

const ASKED: [string, readonly View[], Abi][] = [
  ['the DelegationManager', MANAGER_VIEWS, abisOf(framework, /^DelegationManager$/)],
  [
    'smart accounts',
    ACCOUNT_VIEWS,
    abisOf(framework, /^(EIP7702StatelessDeleGator|HybridDeleGator)$/),
  ],
  ['enforcers', ENFORCER_VIEWS, abisOf(framework, /^(?!I[A-Z]|Mock|Caveat).*Enforcer$/)],
  ['Bardo', BARDO_VIEWS, abisOf(bardo, /Abi$/)],
];

describe.each(ASKED)('the questions to %s', (_name, views, abi) => {
  it('are all it answers, and none that changes anything', () => {
    const answered = new Set(viewsIn(abi).map((item) => toFunctionSelector(item)));

    expect(views.map(([selector]) => selector).sort()).toEqual([...answered].sort());
  });

  it('have the selectors of their texts', () => {
    for (const [selector, text] of views) {
      expect(toFunctionSelector(`function ${text}`)).toBe(selector);
    }
  });
});

const ask = (to: `0x${string}`, data: string, over: object = {}) => {
  const call = { chainId: BASE, from: OWNER, to, value: 0n, data: data as `0x${string}`, ...over };
  const outcome = decodeCall(call);
  return outcome.kind === 'decoded' ? outcome.decoded : outcome.kind;
};
const title = (asked: ReturnType<typeof ask>) =>
  typeof asked === 'string' ? asked : asked.explain(aScene())[0]?.title;

describe('a question', () => {
  it('is read with its arguments, and changes nothing', () => {
    const manager = FRAMEWORK.delegationManager.slice(2).padStart(64, '0');
    const asked = ask(FRAMEWORK.nonceEnforcer, `0x2bd4ed21${manager}${manager}`);

    expect(asked).toMatchObject({ contract: 'NonceEnforcer', name: 'currentNonce' });
    expect(title(asked)).toBe('Reads only from NonceEnforcer: changes nothing');
  });

  it('is known of every enforcer, of every contract of Bardo and of the own account', () => {
    for (const { address } of CAVEATS) {
      expect(title(ask(address, '0xb99deb0e'))).toContain('changes nothing');
    }
    for (const at of Object.values(BARDO)) {
      expect(title(ask(at, '0x25fbaead'))).toContain('changes nothing');
    }
    for (const [selector] of ACCOUNT_VIEWS) {
      expect(title(ask(OWNER, selector))).toBe('Reads only from Smart account: changes nothing');
    }
  });

  it('to a contract that Bardo does not know is not taken for one', () => {
    expect(ask(STRANGER, '0x5c975abb')).toBe('unknown');
    expect(ask(STRANGER, '0x01ffc9a7')).toBe('unknown');
    expect(ask(FRAMEWORK.delegationManager, '0x5c975abb', { chainId: 999 })).toBe('unknown');
  });

  it('is no excuse for functions that change something', () => {
    for (const data of ['0x8456cb59', '0x3f4ba83a', '0xf2fde38b', '0x715018a6']) {
      expect(ask(FRAMEWORK.delegationManager, data)).toBe('unreadable');
    }
  });

  it('that carries money is refused', () => {
    const asked = ask(FRAMEWORK.delegationManager, '0x5c975abb', { value: 1n });

    expect(title(asked)).toBe('Will be refused: a question to DelegationManager');
  });
});
