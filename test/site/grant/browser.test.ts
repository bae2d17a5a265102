// A grant in a real browser, interrupted, refused, changed and failed at every step. Windows answer at once;
// chain, control plane and the bytes of every grant are real. One house for all its parts.
import { describe, expect, it } from 'vitest';
import { visit, visitInThisFile } from '../visit';

visitInThisFile();

describe('a grant', async () => void (await import('./browser/interrupted')));
describe('both forms of the wallet', async () => void (await import('./browser/forms')));
describe('what was granted', async () => void (await import('./browser/answers')));
describe('another account', async () => void (await import('./browser/other-account')));
describe('a Snap that goes', async () => void (await import('./browser/snap')));
describe('a Golem’s request', async () => void (await import('./browser/request')));
describe('the guardian', async () => void (await import('./browser/guardian')));
describe('gas', async () => void (await import('./browser/gas')));

it('asked nobody else for anything', () => {
  expect(visit.portal.strays).toEqual([]);
});
