import fc from 'fast-check';
import { stringToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { explainSignature } from '../../../src/core/insight/signature';
import {
  aGolem,
  anAddress,
  aScene,
  aStatus,
  GUARDIAN,
  SESSION_KEY,
  STRANGER,
} from '../../vectors/builders';
import {
  aBardoMessage,
  aSignature,
  ELSEWHERE,
  explain,
  PORTAL,
  typedData,
} from '../../vectors/signatures/builders';
import vectors from '../../vectors/signatures/digests.json';
import { workMs } from '../../vectors/work';

const AT = { origin: ELSEWHERE };
const MANAGER = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3';
const mail = () => structuredClone(vectors.typed[0]!.data);

describe('a message that is not ours', () => {
  it.each([
    ['typed data', mail(), 'eth_signTypedData_v4'],
    ['typed data as text', JSON.stringify(mail()), 'eth_signTypedData_v3'],
    ['a list', [{ type: 'string', name: 'Message', value: 'Hi, Alice!' }], 'eth_signTypedData'],
    ['a blind hash', `0x${'12'.repeat(32)}`, 'eth_sign'],
    ['a text', stringToHex('gm'), 'personal_sign'],
    ['an unknown method', { a: 1 }, 'eth_unheardOf'],
  ])('gets no insight: %s', (_, data, method) => {
    expect(explain(data, AT, method)).toBeNull();
  });
});

describe("a message that names a Golem's key and that nobody explains", () => {
  const title = "Names Atlas's session key; Bardo cannot explain it";
  const named = (place: object) => typedData({ name: 'X' }, { Y: 'bytes z' }, 'Y', place);

  it.each<[string, unknown, string?]>([
    ['in a field', named({ z: SESSION_KEY })],
    ['in capitals', named({ z: SESSION_KEY.toUpperCase() })],
    ['inside bytes', named({ z: `0x095ea7b3${'0'.repeat(24)}${SESSION_KEY.slice(2)}00` })],
    ['as a key', named({ [SESSION_KEY]: 1 })],
    ['as a number', named({ z: BigInt(SESSION_KEY).toString() })],
    ['as a bigint', named({ z: BigInt(SESSION_KEY) })],
    ['in the domain', { ...named({}), domain: { verifyingContract: SESSION_KEY } }],
    ['in unreadable typed data', { message: { deep: [SESSION_KEY] } }],
    ['in broken JSON', `{"z":"${SESSION_KEY}"`],
    ['in a list', [{ type: 'address', name: 'to', value: SESSION_KEY }], 'eth_signTypedData'],
    ['under an unknown method', { to: SESSION_KEY }, 'eth_unheardOf'],
  ])('is critical: %s', (_, data, method) => {
    const insight = explain(data, AT, method);

    expect(insight).toMatchObject({ level: 'critical', title });
    expect(insight?.facts[0]).toEqual({
      label: "Atlas's session key",
      value: SESSION_KEY,
      kind: 'address',
    });
  });

  it('names every key it found', () => {
    const insight = explain(named({ z: [GUARDIAN, SESSION_KEY] }), AT);

    expect(insight?.title).toBe("Names Atlas's guardian; Bardo cannot explain it");
    expect(insight?.lines).toContain("It names 1 more of your Golems' keys.");
  });

  it('finds one key among five hundred Golems in a large message within a second', () => {
    const golems = Array.from({ length: 500 }, (_, index) =>
      aGolem({ id: `g${index}`, sessionKey: anAddress(index % 90), guardian: null }),
    );
    const watched = aStatus({
      golems: [...golems, aGolem({ id: 'last', name: 'Last', sessionKey: STRANGER })],
    });
    const data = named({ z: `0x${'a7'.repeat(100_000)}${STRANGER.slice(2)}` });
    const began = workMs();

    expect(explain(data, { ...AT, watched })?.level).toBe('critical');
    expect(workMs() - began).toBeLessThan(1000);
  });
});

describe("a message for MetaMask's delegation contract", () => {
  const title = 'For the contract that holds your grants, and Bardo cannot read it';

  it('of an unknown kind is critical', () => {
    const data = typedData({ name: 'X', verifyingContract: MANAGER }, { Y: 'bool z' }, 'Y', {});

    expect(explain(data, AT)?.level).toBe('critical');
    expect(explain(data, { ...AT, watched: null })?.level).toBe('critical');
  });

  it('that cannot be parsed is critical', () => {
    expect(explain({ domain: { verifyingContract: MANAGER } }, AT)?.title).toBe(title);
    expect(explain({ domain: { name: 'DelegationManager' } }, AT)?.title).toBe(title);
  });
});

describe('a message that says it is from Bardo and cannot be read', () => {
  it.each<[string, unknown]>([
    ['no types', { domain: { name: 'Bardo' }, primaryType: 'ActionPermit', message: {} }],
    ['no message', { ...aBardoMessage('ActionPermit'), message: null }],
    [
      'a chain that is none',
      aBardoMessage('ActionPermit', {}, { domain: { name: 'Bardo', chainId: 'x' } }),
    ],
    ['a look-alike name', { domain: { name: 'B\u0430rdo' } }],
    ['too much text', aBardoMessage('ActionPermit', { golem: 'x'.repeat(400_000) })],
    [
      'too much JSON',
      JSON.stringify(aBardoMessage('ActionPermit', { golem: 'x'.repeat(400_000) })),
    ],
  ])('is critical with %s', (_, data) => {
    expect(explain(data)).toMatchObject({
      level: 'critical',
      title: 'Says it is from Bardo, but Bardo cannot read it: do not sign',
    });
  });

  it('does not say more than it knows about types that are not declared', () => {
    const insight = explain(aBardoMessage('ActionPermit', {}, { types: {} }));

    expect(insight?.level).toBe('warning');
    expect(insight?.lines.join(' ')).toContain('Not signed as Bardo defines it: golem, actionHash');
  });
});

describe('a message from the Portal', () => {
  it.each<[string, unknown, string]>([
    ['typed data', mail(), 'eth_signTypedData_v4'],
    ['a list', [], 'eth_signTypedData'],
    ['garbage', null, 'eth_signTypedData_v4'],
  ])('that Bardo does not know is said to be so: %s', (_, data, method) => {
    expect(explain(data, {}, method)).toMatchObject({
      level: 'warning',
      title: 'bardo.ai asks for a signature Bardo does not know',
    });
  });

  it('to sign a hash blindly is critical', () => {
    expect(explain(`0x${'12'.repeat(32)}`, {}, 'eth_sign')).toMatchObject({
      level: 'critical',
      title: 'bardo.ai asks you to sign bytes nobody can read',
    });
  });
});

describe('a message that names the Portal from elsewhere', () => {
  it('is critical as typed data and as a list', () => {
    const data = mail();
    data.message.contents = 'Sign in to https://bardo.ai';
    const list = [{ type: 'string', name: 'Site', value: 'bardo.ai' }];
    const title = 'Not from bardo.ai, but names it: someone imitates Bardo';

    expect(explain(data, AT)).toMatchObject({ level: 'critical', title });
    expect(explain(list, AT, 'eth_signTypedData')).toMatchObject({ level: 'critical', title });
  });

  it('is not what the permission Snap says about the asking site', () => {
    const data = { ...mail(), metadata: { origin: PORTAL, justification: 'bardo.ai' } };

    expect(explain(data, AT)).toBeNull();
  });
});

describe('a message too large to be searched', () => {
  const huge = Array(60_000).fill('x');

  it('is admitted to be one when there are Golems it could concern', () => {
    expect(explain(huge, AT, 'eth_signTypedData')).toMatchObject({
      level: 'warning',
      title: 'Too large for Bardo to check: it may concern your Golems',
    });
  });

  it('is not our business when there are none', () => {
    expect(explain(huge, { ...AT, watched: null }, 'eth_signTypedData')).toBeNull();
  });
});

describe('no message', () => {
  it('makes the check throw, not even one with traps in it', () => {
    const trap = Object.defineProperty({}, 'domain', {
      enumerable: true,
      get: () => {
        throw new Error('trap');
      },
    });

    expect(explain(trap, AT)?.title).toBe('Bardo could not check this signature: sign with care');
  });

  it('of random JSON gets an insight, by whatever method', () => {
    const method = fc.constantFrom(
      'eth_signTypedData_v4',
      'eth_signTypedData_v3',
      'eth_signTypedData',
      'personal_sign',
      'eth_sign',
      '',
    );
    fc.assert(
      fc.property(fc.jsonValue(), method, (data, signatureMethod) => {
        expect(explain(data, AT, signatureMethod)).toBeNull();
        expect(explain(JSON.stringify(data), AT, signatureMethod)).toBeNull();
      }),
    );
  });

  it('of a Bardo domain is ever passed over, whatever is broken in it', () => {
    const types = ['PermissionRequest', 'ActionPermit', 'Heartbeat', 'Other'];
    const broken = fc.record({
      type: fc.constantFrom(...types),
      field: fc.constantFrom('golem', 'amount', 'riskTier', 'deadline', 'phase'),
      value: fc.anything(),
      chainId: fc.anything(),
      declared: fc.anything(),
    });
    fc.assert(
      fc.property(broken, ({ type, field, value, chainId, declared }) => {
        const data = aBardoMessage(type, { [field]: value });
        data.domain.chainId = chainId;
        data.types = { ...data.types, [type]: declared };
        const input = aSignature(data);

        const here = explainSignature(input, aScene(), PORTAL).insight;
        const there = explainSignature(input, aScene(AT), PORTAL).insight;

        expect(here?.title.length).toBeLessThanOrEqual(70);
        expect(there?.level).toBe('critical');
      }),
    );
  });
});
