// What the owner can do about a runway: feed, renew, let it refill its gas, end it, start a successor.

import type { Hex } from 'viem';
import { DAY } from '../../src/core/chain/time';
import { leaseRules } from '../golem/golem-tree';
import type { GolemView } from '../golem/golem-view';
import { contextOf, type Detail, grantOf, leaseChange, renewal } from '../grant/choices';
import { startLease } from '../grant/draft';
import { gasAskFor, isForOldKey } from '../grant/gas';
import { type OpenGasForm, type OpenRunwayForm, show } from '../grant/open-form';
import * as store from '../owner/store';
import { linkTo } from '../routes/links';
import { pageWords } from '../words/page.words';
import { Button } from './kit';
import { beginGrant } from './run-grant';
import { runwayActionsWords } from './runway-actions.words';

type Props = { detail: Detail; view: GolemView };

export function RunwayActions({ detail, view }: Props) {
  const { golem } = detail;
  const dead = golem.phase === 'terminal';
  return (
    <div class="row">
      {dead ? null : <LivingActions detail={detail} view={view} />}
      {dead ? (
        <a class="button main" href={linkTo('succession', golem.id)}>
          {runwayActionsWords.succession}
        </a>
      ) : null}
      {view.revocable ? (
        <a class="button danger" href={linkTo('revoke', golem.id)}>
          {runwayActionsWords.revoke}
        </a>
      ) : null}
    </div>
  );
}

/** A Replicant has its parent's lease alone: nothing is granted to it. */
function LivingActions({ detail, view }: Props) {
  const { golem } = detail;
  const leasable = golem.guardian !== null && (view.runway !== null || view.unleased !== null);
  const grantable = !golem.parent && (!view.unleased || view.runway !== null);
  return (
    <>
      {leasable ? <LeaseButton detail={detail} view={view} /> : null}
      {grantable ? <RenewButton detail={detail} view={view} /> : null}
      {view.runway && golem.sessionKey && !golem.parent ? (
        <Button
          kind={view.gas && isForOldKey(view.gas, golem) ? 'main' : 'plain'}
          onClick={() => refill(detail, view)}
        >
          {gasLabel(detail, view)}
        </Button>
      ) : null}
    </>
  );
}

function LeaseButton({ detail, view }: Props) {
  const due = view.feed?.kind === 'new-lease' || view.unleased !== null || detail.pendingKey;
  return (
    <Button kind={due ? 'main' : 'plain'} onClick={() => open(leaseChange(detail, view))}>
      {leaseLabel(detail, view)}
    </Button>
  );
}

function open(form: OpenRunwayForm | null): void {
  if (form) show(form);
}

function leaseLabel({ pendingKey }: Detail, { unleased, feed }: GolemView): string {
  if (unleased) return runwayActionsWords.finish;
  if (pendingKey) return runwayActionsWords.rotate;
  return feed ? runwayActionsWords.feed : runwayActionsWords.change;
}

function RenewButton({ detail, view }: Props) {
  const due = view.feed?.kind === 'new-grant' || !view.runway;
  return (
    <Button kind={due ? 'main' : 'plain'} onClick={() => open(renewal(detail, view))}>
      {renewLabel(view)}
    </Button>
  );
}

function renewLabel({ feed, runway }: GolemView): string {
  if (feed?.kind === 'new-grant') return runwayActionsWords.feed;
  return runway ? runwayActionsWords.renew : pageWords.grantRunway;
}

function gasLabel({ golem }: Detail, { gas }: GolemView): string {
  if (!gas) return runwayActionsWords.gasOpen;
  return isForOldKey(gas, golem) ? runwayActionsWords.gasLease : runwayActionsWords.gasChange;
}

/** Beside the runway, for as long; its lease falls silent when the runway's does. */
async function refill(detail: Detail, view: GolemView): Promise<void> {
  const { golem } = detail;
  const { runway, gas } = view;
  if (!runway) return;
  const context = contextOf(detail, runway);
  const maxAge = (context ? leaseRules(context, runway.chainId)?.maxAge : undefined) ?? DAY;
  const about = { golem, runway, gas, maxAge };
  const grant = gas && isForOldKey(gas, golem) ? contextOf(detail, gas) : null;
  if (gas && grant) await leaseGas(about, BigInt(gas.cap), grant);
  else show({ kind: 'gas', ...about });
}

/** The grant stays: only its lease goes to the new key, and MetaMask is not asked. */
async function leaseGas(
  about: Omit<OpenGasForm, 'kind'>,
  cap: bigint,
  context: Hex,
): Promise<void> {
  const owner = store.owner.value;
  const now = store.now.value;
  const ask = gasAskFor(about, cap, now);
  const guardian = about.golem.guardian;
  if (!owner || !ask || !guardian) return;
  const grant = grantOf(context);
  const next = startLease(owner, { ...ask, replaces: null }, { guardian, now, grant });
  await beginGrant(next);
}
