import { expect, it } from 'vitest';
import { TOOL_DEFINITIONS } from '../../../src/agent/tools/definitions';
import { createTools } from '../../../src/agent/tools/tools';
import { PHASES } from '../../../src/core/protocol/status';

it('every tool guides every phase', () => {
  expect(TOOL_DEFINITIONS.map(({ name }) => name)).toEqual(
    Object.keys(createTools({ golems: [] })),
  );
  for (const { guidance, steps } of TOOL_DEFINITIONS) {
    expect(Object.keys(guidance)).toEqual([...PHASES]);
    expect(Object.values(guidance).every((text) => text.length > 20)).toBe(true);
    expect(steps.length).toBeGreaterThan(0);
  }
});
