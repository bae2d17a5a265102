import { readFileSync } from 'node:fs';
import { recoverTypedDataAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { AGENT_TYPES } from '../../../src/core/protocol/agent-messages';
import {
  agentHeader,
  agentTypedData,
  parseAgentHeader,
} from '../../../src/core/protocol/agent-request';
import { ERROR_STATUS, pathOf, ROUTES, type RouteName } from '../../../src/core/protocol/api';
import { CONTRACT_TYPES, STOP_TYPES } from '../../../src/core/protocol/messages';
import { isBardoType } from '../../../src/core/protocol/typed-data';
import { BASE, NOW } from '../../vectors/builders';

const encodedTypes = (types: { [name: string]: readonly { name: string; type: string }[] }) =>
  Object.entries(types).map(
    ([name, fields]) =>
      `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`,
  );

const SIGNED_BY_KEYS = { ...STOP_TYPES, ...AGENT_TYPES };

describe('messages', () => {
  it('are declared as agents and guardians sign them', () => {
    expect(encodedTypes(SIGNED_BY_KEYS)).toEqual([
      'Stop(string golem,address guardian,uint64 issuedAt,string reason)',
      'RunwayRequest(string golem,address owner,address sessionKey,address token,uint256 amount,uint256 days,uint64 deadline,bytes32 nonce)',
      'RunwayRequestTo(string golem,address owner,address sessionKey,address token,uint256 amount,uint256 days,address[] payees,uint64 deadline,bytes32 nonce)',
      'AgentRequest(address owner,string golem,address sessionKey,string audience,string method,string path,bytes32 bodyHash,uint64 issuedAt,bytes32 nonce)',
    ]);
  });

  it.each(encodedTypes(CONTRACT_TYPES))('hash as the contracts do: %s', (encoded) => {
    const sources = ['enforcers/GolemBudgets', 'oracles/GuardianOracle', 'oracles/VitalityOracle'];

    const found = sources.filter((name) =>
      readFileSync(`contracts/src/${name}.sol`, 'utf8').includes(`"${encoded}"`),
    );

    expect(found).toHaveLength(1);
  });

  it('are none of the messages a wallet is asked to sign', () => {
    expect(
      [...Object.keys(SIGNED_BY_KEYS), ...Object.keys(CONTRACT_TYPES)].filter(isBardoType),
    ).toEqual([]);
  });
});

describe('a signed request', () => {
  it('crosses the wire in one header', async () => {
    const key = privateKeyToAccount(generatePrivateKey());
    const nonce = `0x${'0c'.repeat(32)}` as const;
    const claim = {
      owner: `0x${'0d'.repeat(20)}` as const,
      golem: 'atlas-1',
      chainId: BASE,
      sessionKey: key.address,
      issuedAt: NOW,
      nonce,
    };
    const request = {
      audience: 'https://bardo.ai',
      method: 'POST',
      path: '/api/x?y=1',
      body: '{}',
    };
    const header = agentHeader(claim, await key.signTypedData(agentTypedData(claim, request)));

    const parsed = parseAgentHeader(header);

    if (!parsed) throw new Error('it was not read');
    expect(parsed.claim).toEqual({ ...claim, sessionKey: key.address.toLowerCase() });
    const { signature } = parsed;
    const typed = agentTypedData(parsed.claim, request);
    expect(await recoverTypedDataAddress({ ...typed, signature })).toBe(key.address);
  });

  it.each([undefined, '', 'Bearer x', 'Bardo a.b.c', 'Bardo atlas.1.0x.1.0x.0x'])(
    'is not %s',
    (header) => {
      expect(parseAgentHeader(header)).toBeNull();
    },
  );
});

describe('routes', () => {
  const names = Object.keys(ROUTES) as RouteName[];

  it('are told apart by method and path', () => {
    expect(new Set(names.map((name) => `${ROUTES[name].method} ${ROUTES[name].path}`)).size).toBe(
      names.length,
    );
  });

  it('let other origins in under /api/snap only', () => {
    const watched = names.filter((name) => (ROUTES[name].auth as string) === 'watch');
    expect(watched.every((name) => ROUTES[name].path.startsWith('/api/snap/'))).toBe(true);
    expect(pathOf('golem', 'atlas')).toBe('/api/golems/atlas');
    expect(pathOf('certificate', 'atlas', '0x01')).toBe('/api/certificates/0x01/atlas');
  });

  it('fail with the status of their code', () => {
    expect(Object.values(ERROR_STATUS).every((status) => status >= 400 && status < 600)).toBe(true);
  });
});
