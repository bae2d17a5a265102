// What a whole run came to: counts over all suites and the names of what failed, so that the last line tells the
// truth whichever step broke, and how.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, names: string[] }} Tally */

/** More names than this hide the first ones. */
const MAX_NAMES = 60;

/** @param {readonly Tally[]} tallies */
export function closing(tallies) {
  const names = tallies.flatMap((tally) => tally.names);
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    tallies.reduce((total, tally) => total + tally[key], 0);
  const rest = names.length - MAX_NAMES;
  return [
    ...(names.length > 0 ? ['Failed:'] : []),
    ...names.slice(0, MAX_NAMES).map((name) => `  ${name}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ];
}

/** A step that counts nothing itself. @param {string} name @param {boolean} ok @returns {Tally} */
export function stepTally(name, ok) {
  return ok ? { passed: 0, failed: 0, names: [] } : { passed: 0, failed: 1, names: [name] };
}

/**
 * The JSON report of vitest or jest. A runner that broke may have written none, or one in which every test passed
 * although a file could not be read: then the step itself has failed.
 * @param {string} name @param {string} file @param {boolean} ok @returns {Tally}
 */
export function reportTally(name, file, ok) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    // In a run that broke, those that wait are those whose process died under them.
    const bad = ok ? ['failed'] : ['failed', 'pending'];
    const names = testResults.flatMap((/** @type {TestFile} */ one) => failuresIn(one, bad));
    const tally = { passed: numPassedTests, failed: names.length, names };
    return ok || names.length > 0 ? tally : merged(tally, stepTally(name, false));
  } catch {
    return stepTally(`${name} (no report)`, false);
  }
}

/** @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} TestFile */

/** A file that could not be read has no tests, and counts as one. @param {TestFile} file @param {string[]} bad */
function failuresIn({ name, status, assertionResults }, bad) {
  const at = name.replace(`${process.cwd()}/`, '');
  const failed = assertionResults.filter((one) => bad.includes(one.status));
  if (failed.length === 0) return status === 'failed' ? [at] : [];
  return failed.map((one) => `${at}: ${one.fullName}`);
}

/**
 * What forge prints: the last line of each of its runs, and `[FAIL…] name` for each that failed.
 * @param {string} name @param {string} output @param {boolean} ok @returns {Tally}
 */
export function forgeTally(name, output, ok) {
  const plain = stripVTControlCharacters(output);
  const runs = [...plain.matchAll(/: (\d+) tests? passed, (\d+) failed/g)];
  const names = [...plain.matchAll(/^\[FAIL.*\] (\S+)/gm)].map((match) => `${name}: ${match[1]}`);
  if (runs.length === 0) return stepTally(`${name} (no count)`, false);
  const sum = (/** @type {number} */ at) => runs.reduce((all, run) => all + Number(run[at]), 0);
  const failed = sum(2);
  const tally = { passed: sum(1), failed, names: [...new Set(names)] };
  return ok || failed > 0 ? tally : merged(tally, stepTally(name, false));
}

/** @param {Tally} a @param {Tally} b @returns {Tally} */
function merged(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    names: [...a.names, ...b.names],
  };
}
