import { describe, expect, it } from 'vitest';
import {
  aGolem,
  aHash,
  anAddress,
  aScene,
  aStatus,
  BASE,
  NOW,
  SESSION_KEY,
  STRANGER,
} from '../../vectors/builders';
import { aBardoMessage, ELSEWHERE, explain } from '../../vectors/signatures/builders';

const fact = (insight: ReturnType<typeof explain>, label: string) =>
  insight?.facts.find((one) => one.label === label)?.value;

describe('an action permit', () => {
  it.each(['Bardo', 'BardoWarden'])('in the domain %s says tier, policy and simulation', (name) => {
    const data = aBardoMessage('ActionPermit');
    data.domain.name = name;

    const insight = explain(data);

    expect(insight?.level).toBe('warning');
    expect(insight?.title).toBe('A Bardo action authorisation: risk tier 2, policy 0x7070…7070');
    expect(insight?.lines).toContain('A simulation hash is present.');
    expect(fact(insight, 'Simulation')).toBe('present');
    expect(fact(insight, 'Action hash')).toBe(aHash(0xac));
  });

  it('without a simulation says that nothing was tried', () => {
    const insight = explain(aBardoMessage('ActionPermit', { simulationHash: aHash(0) }));

    expect(insight?.lines).toContain(
      'No simulation hash: nothing says that this action was tried before.',
    );
    expect(fact(insight, 'Simulation')).toBe('absent');
  });

  it.each([0, 4, 255])('of risk tier %d says that there is no such tier', (riskTier) => {
    const insight = explain(aBardoMessage('ActionPermit', { riskTier }));

    expect(insight?.lines).toContain(
      `Risk tier ${riskTier} does not exist: Bardo knows the tiers 1 to 3`,
    );
  });
});

describe('an identity attestation', () => {
  it("names the Golem whose key it is and what it doesn't give", () => {
    const insight = explain(aBardoMessage('IdentityAttestation'));

    expect(insight?.level).toBe('info');
    expect(insight?.title).toBe('Attests that this key is Atlas and acts for you');
    expect(insight?.lines[0]).toBe(
      'It gives the key no money and no permission; it only says whose it is.',
    );
  });

  it('for another owner is critical', () => {
    const insight = explain(aBardoMessage('IdentityAttestation', { owner: STRANGER }));

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toBe('It attests a Golem for another owner than you');
  });

  it('of a key Bardo does not know, or knows as another Golem, warns', () => {
    const nova = aGolem({ id: 'nova', name: 'Nova', sessionKey: anAddress(0x77) });
    const watched = aStatus({ golems: [aGolem(), nova] });

    const unknown = explain(aBardoMessage('IdentityAttestation', { agentKey: STRANGER }));
    const other = explain(aBardoMessage('IdentityAttestation', { agentKey: anAddress(0x77) }), {
      watched,
    });

    expect(unknown?.title).toBe("The key is not the one Bardo knows as Atlas's");
    expect(unknown?.lines).toContain('Right only if Atlas has just changed its key.');
    expect(other?.lines).toContain("Bardo knows it as Nova's session key.");
  });
});

describe('a heartbeat', () => {
  it('is critical, because an owner never signs one', () => {
    const insight = explain(aBardoMessage('Heartbeat'));

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toBe('A heartbeat is signed by a Golem, never by you: do not sign');
  });
});

describe('a Clade challenge', () => {
  it('says to whom it speaks and until when', () => {
    const insight = explain(aBardoMessage('CladeChallenge'));

    expect(insight?.level).toBe('info');
    expect(insight?.title).toBe('Lets the asker speak to Atlas as one of its Clade');
    expect(fact(insight, 'Valid until')).toBe('21 Sep 2026 14:18 UTC');
  });

  it.each([
    [NOW, 'This challenge has expired'],
    [NOW + 7200, 'This challenge stays valid for more than an hour: minutes are usual'],
    [NOW + 9 * 86_400, 'This challenge stays valid for more than a day: minutes are usual'],
  ])('with a window until %d warns', (expiresAt, title) => {
    expect(explain(aBardoMessage('CladeChallenge', { expiresAt }))?.title).toBe(title);
  });
});

describe('a message in a Bardo domain', () => {
  it('of an unknown type says to verify the origin', () => {
    const insight = explain(aBardoMessage('Withdraw', { amount: 1 }));

    expect(insight?.level).toBe('warning');
    expect(insight?.title).toBe('Unrecognised Bardo signature: verify the origin before signing');
    expect(fact(insight, 'Type it names')).toBe('Withdraw');
  });

  it.each([
    ELSEWHERE,
    'http://bardo.ai',
    'https://bardo.ai.elsewhere.example',
    'https://bardo.ai:8443',
    'https://BARDO.ai',
    'metamask',
  ])('from %s is an imitation', (origin) => {
    const insight = explain(aBardoMessage('PermissionRequest'), { origin });

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toBe('Not from bardo.ai: someone imitates Bardo');
    expect(insight?.facts).toContainEqual({ label: 'Asked by', value: origin, kind: 'untrusted' });
  });

  it('from an origin the wallet withholds is critical, without claiming an imitation', () => {
    const insight = explain(aBardoMessage('PermissionRequest'), { origin: null });

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toBe('Bardo cannot see who asks: sign this only on bardo.ai');
  });

  it('shows a contract that an off-chain message should not name', () => {
    const data = aBardoMessage('PermissionRequest');
    data.domain.verifyingContract = STRANGER;

    expect(fact(explain(data), 'Contract it names')).toBe(STRANGER);
  });

  it('is explained before Bardo watches anything', () => {
    const insight = explain(aBardoMessage('PermissionRequest'), { watched: null });

    expect(insight?.title).toBe('A Bardo runway subscription: 10 USDC/day for 7 days');
  });
});

describe('a message of another version', () => {
  it('of the domain is shown as far as it is known, and said to be one', () => {
    const data = aBardoMessage('PermissionRequest');
    data.domain.version = '2';

    const insight = explain(data);

    expect(insight?.level).toBe('warning');
    expect(insight?.title).toBe('It is of another version than this Bardo: read it with care');
    expect(insight?.lines).toContain('This Bardo speaks version 1.');
    expect(insight?.lines).toContain('A Bardo runway subscription: 10 USDC/day for 7 days');
  });

  it('names missing, unreadable, undeclared and unknown fields', () => {
    const data = aBardoMessage('PermissionRequest', { amount: -1, tip: 'x' });
    delete data.message.deadline;
    data.types.PermissionRequest = [
      { name: 'golem', type: 'string' },
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'days', type: 'string' },
    ];

    const { lines, facts } = explain(data) ?? { lines: [], facts: [] };

    expect(lines).toContain('Missing: deadline.');
    expect(lines).toContain('Cannot be read: amount.');
    expect(lines).toContain('Not signed as Bardo defines it: days.');
    expect(lines).toContain('It has fields this Bardo does not know.');
    expect(facts).toContainEqual({ label: 'Unknown field', value: 'tip', kind: 'untrusted' });
  });

  it('whose domain is declared differently is one', () => {
    const data = aBardoMessage('PermissionRequest');
    data.types.EIP712Domain = [{ name: 'name', type: 'string' }];

    expect(explain(data)?.lines).toContain("Its domain is not declared as Bardo's is.");
  });
});

describe('a name like ours', () => {
  it.each([
    'bardo',
    'BARDO',
    'Bardo ',
    ' Bardo',
    'B\u0430rdo',
    'Bard\u043e',
    'Bar\u200bdo',
    'B\u00e1rdo',
    'Ｂａｒｄｏ',
    'Bard0',
    'bardowarden',
    'Bardo Warden',
    'Bardo\u0000',
    '\u202eBardo',
    `${'\u200b'.repeat(5000)}Bardo`,
  ])('%.30o is an impostor, even from the Portal', (name) => {
    const data = aBardoMessage('PermissionRequest');
    data.domain.name = name;

    const insight = explain(data);

    expect(insight?.level).toBe('critical');
    expect(insight?.title).toBe("Drawn like Bardo's name, but not it: someone imitates Bardo");
    expect(fact(insight, 'Domain name')).not.toMatch(/[\u200b\u202e\0]/);
  });

  it('as part of another name is a warning', () => {
    const data = aBardoMessage('PermissionRequest');
    data.domain.name = 'Bardo Vaults';

    expect(explain(data, { origin: ELSEWHERE })?.title).toBe(
      "Uses Bardo's name, but is no message of Bardo: verify the origin",
    );
  });

  it.each(['Bardot', 'Lombardo', 'Permit', 'Ether Mail'])('%s is not one', (name) => {
    const data = aBardoMessage('PermissionRequest');
    data.domain.name = name;

    expect(explain(data, { origin: ELSEWHERE })).toBeNull();
  });
});

it('keeps every title within a line, whatever the Golem is called', () => {
  const id = 'a'.repeat(64);
  const watched = aStatus({ golems: [aGolem({ id, name: '*' })], permissions: [] });
  const most = (1n << 256n) - 1n;
  const messages = [
    aBardoMessage('PermissionRequest', { golem: id, amount: `${most}`, days: `${most}` }),
    aBardoMessage('PermissionRequest', { golem: id, token: STRANGER, amount: `${most}` }),
    aBardoMessage('ActionPermit', { golem: id, riskTier: 'x', policyHash: aHash(1) }),
    aBardoMessage('IdentityAttestation', { golem: id, agentKey: STRANGER }),
    aBardoMessage('IdentityAttestation', { golem: id, agentKey: SESSION_KEY }),
    aBardoMessage('CladeChallenge', { target: id }),
    aBardoMessage('Heartbeat', { golem: id }),
  ];

  const titles = messages.flatMap((data) => [
    explain(data, { watched })?.title,
    explain(data, { watched, origin: ELSEWHERE })?.title,
    explain({ ...data, domain: { ...data.domain, chainId: 1 } }, { watched })?.title,
  ]);

  expect(titles.filter((title) => !title || title.length > 70)).toEqual([]);
  expect(aScene().chainId).toBe(BASE);
});
