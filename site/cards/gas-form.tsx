// Letting a Golem refill its own gas: so much ether a day, until its runway ends.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Hex } from 'viem';
import { nativeName } from '../../src/core/chain/money';
import { typedText } from '../../src/core/chain/typed-amount';
import { most } from '../../src/core/delegations/meter';
import { nameOf } from '../../src/core/protocol/status';
import { gasFor } from '../grant/account';
import type { Ask } from '../grant/draft';
import { GAS_UNIT, gasAskFor, gasIn, MIN_GAS, startGas } from '../grant/gas';
import { grantWords } from '../grant/grant.words';
import { guardianIn } from '../grant/guardianship';
import { humanStepsOf } from '../grant/human-steps';
import { closeForm, type OpenGasForm } from '../grant/open-form';
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { Field, goToField, useFirstField } from './fields';
import { gasFormWords } from './gas-form.words';
import { cannotGrant, GrantSupportNote } from './grant-support';
import { GuardianNote, isHeldBack, useGuardian } from './guardian';
import { HumanSteps } from './human-steps';
import { Card } from './kit';
import { WorstCase } from './risk';
import { beginGrant } from './run-grant';
import { SubmitRow } from './submit-row';

/** Pulls a day that are suggested. */
const USUAL_PULLS = 20;

export function GasForm({ openForm }: { openForm: OpenGasForm }) {
  const { golem, gas } = openForm;
  const coin = nativeName(golem.chainId);
  const amount = useSignal('');
  const perPull = usePrice();
  useFirstField();
  useSuggestion(amount, perPull);
  const typed = gasIn(amount.value);
  const wei = 'value' in typed ? typed.value : null;
  const ask = wei ? gasAskFor(openForm, wei, store.now.value) : null;
  const guarded = useGuardian(() => golem.id, golem.guardian);
  const guardian = guardianIn(guarded.state.value);
  return (
    <Card title={gasFormWords.heading(nameOf(golem))} class="form">
      <HumanSteps steps={stepsOf(guardian)} at="terms" />
      <p>{gasFormWords.text(coin)}</p>
      <p class="soft">
        {gasFormWords.key} <code>{golem.sessionKey}</code>
      </p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (ask && guardian !== undefined) void submit(ask, guardian);
          else goToField('gas-amount');
        }}
      >
        <AmountField amount={amount} perPull={perPull.value} coin={coin} />
        <WorstCase
          chainId={golem.chainId}
          replaces={gas?.id ?? null}
          ask={ask}
          guardian={guardian}
        />
        <GuardianNote guarded={guarded} />
        <GrantSupportNote />
        <SubmitRow
          label={pageWords.askMetaMask}
          disabled={cannotGrant() || isHeldBack(guarded.state)}
          back={{ name: 'golem', owner: store.owner.value?.toLowerCase() ?? null, id: golem.id }}
        />
      </form>
    </Card>
  );
}

function stepsOf(guardian: Hex | null | undefined) {
  const gasGrant = { replaces: false, leaseOnly: false, gasOnly: true, gas: false };
  return humanStepsOf({ ...gasGrant, leased: guardian !== null });
}

/** A day's usual pulls at today's price, until the owner types. */
function useSuggestion(amount: Signal<string>, perPull: Signal<bigint | null>): void {
  useEffect(() => {
    if (perPull.value !== null && amount.value === '') {
      const wei = perPull.value * BigInt(USUAL_PULLS);
      const units = (most(wei, MIN_GAS) + MIN_GAS - 1n) / MIN_GAS;
      amount.value = typedText(units, 18 - GAS_UNIT);
    }
  }, [perPull.value]);
}

type AmountProps = { amount: Signal<string>; perPull: bigint | null; coin: string };

function AmountField({ amount, perPull, coin }: AmountProps) {
  const typed = gasIn(amount.value);
  return (
    <Field
      id="gas-amount"
      label={gasFormWords.amount(coin)}
      mode="decimal"
      value={amount.value}
      onInput={(value) => {
        amount.value = value;
      }}
      hint={hintOf('value' in typed ? typed.value : null, perPull, coin)}
      problem={amount.value === '' ? undefined : problemOf(typed)}
    />
  );
}

/** Wei of one pull at today's price; null while the wallet has not said. */
function usePrice() {
  const perPull = useSignal<bigint | null>(null);
  useEffect(() => {
    const provider = store.wallet.value?.provider;
    if (!provider) return;
    gasFor(provider, 1).then(
      (wei) => {
        perPull.value = wei;
      },
      () => undefined,
    );
  }, []);
  return perPull;
}

/** None at all is nothing to ask for here. */
function problemOf(typed: ReturnType<typeof gasIn>): string | undefined {
  if ('problem' in typed) return typed.problem;
  return typed.value === 0n ? grantWords.form.badAmount : undefined;
}

function hintOf(wei: bigint | null, perPull: bigint | null, coin: string): string {
  if (!wei || !perPull) return gasFormWords.hint(coin);
  return gasFormWords.pulls(Number(wei / perPull));
}

async function submit(ask: Ask, guardian: Hex | null): Promise<void> {
  const owner = store.owner.value;
  if (!owner) return;
  const next = startGas(owner, ask, { guardian, now: store.now.value });
  closeForm();
  await beginGrant(next);
}
