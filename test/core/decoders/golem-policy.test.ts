import { expect, it } from 'vitest';
import { aGolem, aScene, aStatus, STRANGER } from '../../vectors/builders';
import { callOf, findingsOf, vectorNamed } from '../../vectors/calls';

const GUARDIAN = `0x${'77'.repeat(20)}` as const;
const watched = aStatus({ golems: [aGolem({ name: 'Vesper', guardian: GUARDIAN })] });

const say = (name: string, over: object = {}) =>
  findingsOf(callOf(vectorNamed('GolemPolicyEnforcer', name), over), aScene({ watched }))[0];

it('says that all leases end and the grants stay', () => {
  expect(say('ends every lease of the account')).toMatchObject({
    level: 'warning',
    title: 'Ends every Bardo lease of this account',
    lines: [
      'None of your Golems can spend until it has a new lease.',
      "The grants MetaMask signed stay as they are; they end by MetaMask's own ways.",
    ],
  });
  expect(say('ends every lease of the account', { from: STRANGER })?.lines[0]).toMatch(
    /^Every Golem/,
  );
});

it('tells superseding from ending for ever', () => {
  expect(say('ends older leases')).toMatchObject({
    title: 'Ends the older leases of Vesper',
    lines: expect.arrayContaining(['Leases below generation 4 cannot spend any more.']),
  });
  expect(say('ends a lease for ever')).toMatchObject({
    title: 'Ends the lease of Vesper for ever',
    facts: expect.arrayContaining([{ label: 'Generation', value: 'ended', kind: 'words' }]),
  });
});
