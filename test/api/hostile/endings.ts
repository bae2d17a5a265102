// What may not be a Golem's last words.
import { lastWords } from '../signing';
import { type Case, requestCases, type Scene } from './scene';

export function endings(scene: Scene): Case[] {
  const { people, other, stranger, now } = scene;
  const { golem, session, owner } = people;
  const self = { agent: { account: session, owner: owner.address, golem } };
  const words = (by = session, over: Partial<Parameters<typeof lastWords>[1]> = {}) =>
    lastWords(by, { owner: owner.address, golem, at: now(), ...over });
  return [
    ...requestCases(scene, 'end', { reason: 'x' }),
    [
      'another Golem',
      'not_found',
      () => ({ agent: { ...self.agent, golem: other.golem }, body: { reason: 'x' } }),
    ],
    [
      'last words of another key',
      'bad_signature',
      async () => ({ ...self, body: await words(stranger) }),
    ],
    [
      'last words for another Golem',
      'bad_signature',
      async () => ({ ...self, body: await words(session, { golem: other.golem }) }),
    ],
    [
      'last words for another owner',
      'bad_signature',
      async () => ({ ...self, body: await words(session, { owner: other.owner.address }) }),
    ],
    [
      'last words altered on the way',
      'bad_signature',
      async () => ({ ...self, body: { ...(await words()), reason: 'My owner did it' } }),
    ],
    [
      'last words of long ago',
      'expired',
      async () => ({ ...self, body: await words(session, { at: now() - 700 }) }),
    ],
    [
      'last words without their time',
      'expired',
      async () => ({ ...self, body: { ...(await words()), at: undefined } }),
    ],
    [
      'a record that is a link',
      'bad_request',
      async () => ({
        ...self,
        body: await words(session, { knowledgeRecord: 'https://evil.example' }),
      }),
    ],
    [
      'words in two lines',
      'bad_request',
      async () => ({ ...self, body: await words(session, { reason: 'a\nb' }) }),
    ],
    [
      'more sweeps than it can have made',
      'bad_request',
      () => ({ ...self, body: { reason: 'x', sweeps: Array(5).fill(`0x${'11'.repeat(32)}`) } }),
    ],
  ];
}
