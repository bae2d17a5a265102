// The promise of the room itself: it is pure. That its tests mirror it is held by mirror.test.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const CORE = resolve('src/core');

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(ending));
}

/** Errors of a file that stands in src/core, by line. */
function errorsOf(lines: readonly string[]): Map<number, string> {
  const configFile = join(CORE, 'tsconfig.json');
  const config = ts.getParsedCommandLineOfConfigFile(configFile, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => undefined,
  });
  if (!config) throw new Error(`cannot read ${configFile}`);
  const probe = join(CORE, 'probe.ts');
  const host = ts.createCompilerHost(config.options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === probe || fileExists(name);
  host.getSourceFile = (name, target, ...rest) =>
    name === probe
      ? ts.createSourceFile(name, lines.join('\n'), target)
      : getSourceFile(name, target, ...rest);
  // The whole room, because a package it imports could bring the globals of another world with it.
  const program = ts.createProgram([...config.fileNames, probe], config.options, host);
  const file = program.getSourceFile(probe);
  if (!file) throw new Error('no probe');
  return new Map(
    program
      .getSemanticDiagnostics(file)
      .map((one) => [
        file.getLineAndCharacterOfPosition(one.start ?? 0).line,
        ts.flattenDiagnosticMessageText(one.messageText, ' '),
      ]),
  );
}

describe('Core cannot', () => {
  const forbidden = [
    'fetch',
    'process',
    'setTimeout',
    'setInterval',
    'queueMicrotask',
    'snap',
    'ethereum',
    'document',
    'window',
    'console',
    'localStorage',
    'XMLHttpRequest',
    'WebSocket',
    'crypto',
    'performance',
    'Buffer',
    'require',
  ];
  const errors = errorsOf([
    'export {};',
    ...forbidden.map((name) => `void ${name};`),
    "void import('node:fs');",
    'void [1n, JSON.stringify({}), new Map(), Math.floor(1.5)];',
  ]);

  it.each(forbidden.map((name, index) => [name, index + 1] as const))('reach %s', (name, line) => {
    expect(errors.get(line)).toMatch(new RegExp(`Cannot find name '${name}'`));
  });

  it('import Node', () => {
    expect(errors.get(forbidden.length + 1)).toMatch(/Cannot find module 'node:fs'/);
  });

  it('be stopped from computing', () => {
    expect(errors.get(forbidden.length + 2)).toBeUndefined();
  });
});

describe('Core has no clock and no dice', () => {
  const sources = filesIn(CORE, '.ts').map(
    (path) => [path, readFileSync(join(CORE, path), 'utf8')] as const,
  );

  it.each(sources)('in %s', (_, text) => {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

    expect(code).not.toMatch(
      /\bDate\b\s*[.(]|new Date\b|Math\.random|globalThis|\beval\(|new Function/,
    );
  });

  it('nor a way of importing them', () => {
    for (const [path, text] of sources) {
      const values = [...text.matchAll(/^import (?!type )(\{[^}]*\}|\S+) from '(viem[^']*)'/gm)];
      for (const [, names = ''] of values) {
        expect(names, path).not.toMatch(
          /\b(http|webSocket|createPublicClient|createClient|custom|generatePrivateKey)\b/,
        );
      }
    }
  });
});
