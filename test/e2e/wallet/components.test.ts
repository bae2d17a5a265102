// What Bardo draws with, the demo wallet can draw.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { render } from '../../../site/world/wallet/page/render';

it('draws every component Bardo imports', () => {
  for (const name of componentsOfBardo()) {
    const props = {
      children: 'x',
      value: 'x',
      extra: 'x',
      label: 'x',
      title: 'x',
      address: '0x',
      href: 'https://x',
      name: 'x',
    };
    expect(() => render({ type: name, props })).not.toThrow();
  }
  expect(() => render({ type: 'Carousel', props: {} })).toThrow('cannot draw');
});

/** Names imported from the SDK's components anywhere in the Snap. */
function componentsOfBardo(): string[] {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const views = paths.filter((path) => path.endsWith('.tsx'));
  const sources = views.map((path) => readFileSync(`src/${path}`, 'utf8'));
  const lists = sources.flatMap((text) => [
    ...text.matchAll(/import \{([^}]*)\} from '@metamask\/snaps-sdk\/jsx'/g),
  ]);
  const names = lists.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  return [...new Set(names)].filter((name) => /^[A-Z]\w+$/.test(name));
}
