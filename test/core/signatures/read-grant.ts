// A delegation to sign as the owner is told of it.
import type { Finding } from '../../../src/core/findings/finding';
import type { Scene } from '../../../src/core/findings/scene';
import { delegationReader } from '../../../src/core/signatures/delegation';
import type { TypedMessage } from '../../../src/core/signatures/typed-message';
import { aScene, aStatus } from '../../vectors/builders';
import { PERMISSION_SNAP } from '../../vectors/delegations';

/** The wallet's own grant screen, with Atlas watched and no permission yet. */
export function grantScene(over: Partial<Scene> = {}): Scene {
  return aScene({ origin: PERMISSION_SNAP, watched: aStatus({ permissions: [] }), ...over });
}

export function explain(typed: TypedMessage, scene: Scene = grantScene()): Finding[] {
  return delegationReader.read(typed).explain(scene);
}

export function titles(findings: Finding[]): string[] {
  return findings.map((finding) => `${finding.level}: ${finding.title}`);
}

export const facts = (findings: Finding[]) =>
  Object.fromEntries(
    findings.flatMap((finding) => finding.facts).map((one) => [one.label, one.value]),
  );
