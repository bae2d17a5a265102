// Every colour of text in the Snap's views against the wallet's own palette: readable (WCAG AA, 4.5 : 1) on every
// ground it can stand on, in both themes. Values of MetaMask's design tokens as Flask 13.13 shows them.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

type Theme = { grounds: string[]; text: { [colour: string]: string } };

const THEMES: { [name: string]: Theme } = {
  light: {
    grounds: ['#ffffff', '#f3f5f9'],
    text: {
      default: '#121314',
      alternative: '#686e7d',
      muted: '#b7bbc8',
      error: '#ca3542',
      warning: '#9a6300',
      success: '#457a39',
    },
  },
  dark: {
    grounds: ['#121314', '#000000'],
    text: {
      default: '#ffffff',
      alternative: '#9ca1af',
      muted: '#4b505c',
      error: '#ff7584',
      warning: '#f0b034',
      success: '#baf24a',
    },
  },
};

const MIN_CONTRAST = 4.5;

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const worstOf = (colour: string) =>
  Math.min(
    ...Object.values(THEMES).flatMap(({ grounds, text }) =>
      grounds.map((ground) => contrast(text[colour] ?? ground, ground)),
    ),
  );

/**
 * `color="error"`, `color={wrong ? 'error' : 'default'}`. The `extra` of a `Value` has none of its own: the wallet paints
 * it muted.
 */
function coloursIn(source: string): string[] {
  const named = [...source.matchAll(/\bcolor=("\w+"|\{[^}]*\})/g)].flatMap(([, value = '']) =>
    [...value.matchAll(/(?:^"|[?:]\s*')(\w+)/g)].flatMap(([, word = '']) => word),
  );
  return [...named, ...[...source.matchAll(/<Value\b/g)].map(() => 'muted')];
}

const used = ['src/views', 'src/host', 'src/handlers'].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      coloursIn(readFileSync(`${folder}/${file}`, 'utf8')).map((colour) => ({ file, colour })),
    ),
);

describe('Text in the wallet', () => {
  it('is coloured in some places at least', () => {
    expect(used.map(({ colour }) => colour)).toEqual(
      expect.arrayContaining(['alternative', 'error', 'warning']),
    );
  });

  it('is readable in every colour the views use, in both themes', () => {
    const faint = used.filter(({ colour }) => !(worstOf(colour) >= MIN_CONTRAST));

    expect(faint).toEqual([]);
  });

  it('would not be in the muted one, nor beside a Value', () => {
    expect(coloursIn('<Value value={a} extra={b} />')).toEqual(['muted']);
    expect(worstOf('muted')).toBeLessThan(2);
    expect(worstOf('default')).toBeGreaterThan(10);
  });
});
