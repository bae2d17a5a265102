// metamask_revoke_permissions: the end of a Golem. What it cannot end itself – the owner's grant – it asks for;
// the count holds only what the chain shows as ended.
import { REVOKE_REASONS } from '../../core/protocol/last-words';
import { die } from '../life/death';
import { endedOnChain } from '../life/death-account';
import type { Golem } from '../life/golem';
import { isDisabled } from '../runway/runway-state';
import { announced, type Clade, golemOf, ToolRefused } from './tool';

export const REVOKE_STEPS = [
  'Ending what the Golem can end',
  'Counting what the chain shows',
  'Telling everybody',
] as const;

export type RevokePermissionsParams = {
  golems: readonly string[];
  reason: (typeof REVOKE_REASONS)[number];
  /** Shown to the owner as the Golem's own words, signed by its key. */
  last_words?: string;
  /** Of one Golem: what it learned, handed to its successor. */
  knowledge_record?: string;
};

export type RevokePermissionsResult = {
  /** Runways and child links that the chain shows as ended. */
  revoked_count: number;
  /** The session keys are zeros. */
  session_account_invalidated: boolean;
  /** Grants that only the owner's own transaction can end; the site asks for it. */
  awaiting_owner: string[];
  /** What could not be tried now; call again. */
  unfinished: { golem: string; at: string; reason: string }[];
};

export async function revokePermissions(
  clade: Clade,
  { golems: ids, reason, last_words, knowledge_record }: RevokePermissionsParams,
): Promise<RevokePermissionsResult> {
  const golems = ids.map((id) => golemOf(clade, id));
  const [first] = golems;
  if (!first) throw new ToolRefused('No Golem was named.');
  if (!REVOKE_REASONS.includes(reason)) {
    throw new ToolRefused(`The reason must be one of ${REVOKE_REASONS.join(', ')}.`);
  }
  if (knowledge_record !== undefined && golems.length > 1) {
    throw new ToolRefused('A knowledge record is one Golem’s: end that one by itself.');
  }
  const said = last_words ? `${reason}: ${last_words}` : reason;
  return announced({
    tool: 'metamask_revoke_permissions',
    golem: first,
    start: { golems: ids, reason },
    end: ({ revoked_count, session_account_invalidated }) => ({
      revoked_count,
      session_account_invalidated,
    }),
    run: async (progress) => {
      const result: RevokePermissionsResult = {
        revoked_count: 0,
        session_account_invalidated: true,
        awaiting_owner: [],
        unfinished: [],
      };
      for (const golem of golems) {
        progress(REVOKE_STEPS[0]);
        const death = await die(golem, { reason: said, knowledgeRecord: knowledge_record ?? null });
        if (!death.dead) {
          result.unfinished.push({ golem: golem.id, at: death.at, reason: death.reason });
          result.session_account_invalidated = false;
        }
        progress(REVOKE_STEPS[1]);
        const revokedCount = await endedOnChain(golem);
        result.revoked_count += revokedCount;
        if (golem.runway) {
          const open = (death.dead && death.ending?.open) || [];
          result.awaiting_owner.push(...(open.length > 0 ? open : await openRoot(golem)));
        }
        progress(REVOKE_STEPS[2]);
        golem.events.emit('permission:revoked', { golem: golem.id, reason, revokedCount });
      }
      return result;
    },
  });
}

/** Without a control plane the grant is named by its hash. */
async function openRoot({ chain, runway }: Golem): Promise<string[]> {
  const root = runway?.hashes.at(-1);
  if (!root) return [];
  return (await isDisabled(chain, root).catch(() => false)) ? [] : [root];
}
