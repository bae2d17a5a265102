// The words of the site are those of the documents: an owner who looks one up reads of the same thing.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { glossary } from '../../../site/cards/glossary.words';

it('explains no word that the documents do not know', () => {
  const [, section = ''] = readFileSync('src/README.md', 'utf8').split('## Glossary');
  const words = [...section.matchAll(/^\| ([^|]+) \|/gm)].map(([, word]) => word?.trim());

  for (const [word, meaning] of Object.values(glossary)) {
    expect(words).toContain(word);
    expect(meaning).toMatch(/^[A-Z].+\.$/);
  }
});
