// Rare things: a permit for a Warden action, and an x402 invoice.

import { useSignal } from '@preact/signals';
import { type Hex, isAddress, isHex } from 'viem';
import { sameAddress, usdcOf } from '../../src/core/chain/addresses';
import * as QUESTIONS from '../../src/core/chain/questions';
import { HOUR } from '../../src/core/chain/time';
import type { Golem } from '../../src/core/protocol/status';
import { usdcIn } from '../grant/form';
import { grantWords } from '../grant/grant.words';
import { signTyped } from '../grant/intent';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { ensureChain } from '../wallet/chain';
import { Trouble } from '../wallet/errors';
import { NO_HASH, paymentOf, permitOf, randomHash } from '../wallet/payments';
import { lookAt } from '../wallet/reads';
import { save } from './download';
import { Field } from './fields';
import { Button, Note } from './kit';
import { moreWords } from './more.words';

export function MoreCard({ golem }: { golem: Golem }) {
  return store.account.value ? (
    <details class="card more">
      <summary>{moreWords.heading}</summary>
      <PermitForm golem={golem} />
      <InvoiceForm golem={golem} />
    </details>
  ) : null;
}

function useForm<T extends { [name: string]: string }>(prefix: string, start: T) {
  const values = useSignal(start);
  const field = (name: keyof T & string) => ({
    id: `${prefix}-${name}`,
    value: values.value[name] ?? '',
    onInput: (value: string) => {
      values.value = { ...values.value, [name]: value };
    },
  });
  return { values, field };
}

function PermitForm({ golem }: { golem: Golem }) {
  const { values, field } = useForm('permit', {
    action: '',
    tier: '1',
    policy: '',
    simulation: '',
    hours: '1',
  });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void signPermit(golem, values.value);
      }}
    >
      <h3>{moreWords.permit}</h3>
      <p class="soft">{moreWords.permitText}</p>
      <Field {...field('action')} label={moreWords.actionHash} />
      <Field {...field('policy')} label={moreWords.policyHash} />
      <Field {...field('simulation')} label={moreWords.simulation} />
      <div class="pair">
        <Field {...field('tier')} label={moreWords.riskTier} mode="numeric" />
        <Field {...field('hours')} label={moreWords.hours} mode="numeric" />
      </div>
      <Button type="submit">{moreWords.sign}</Button>
    </form>
  );
}

function InvoiceForm({ golem }: { golem: Golem }) {
  const { values, field } = useForm('invoice', { payee: '', amount: '', hours: '1' });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void signInvoice(golem, values.value);
      }}
    >
      <h3>{moreWords.invoice}</h3>
      <p class="soft">{moreWords.invoiceText}</p>
      <Field {...field('payee')} label={moreWords.payee} />
      <div class="pair">
        <Field {...field('amount')} label={moreWords.amount} mode="decimal" />
        <Field {...field('hours')} label={moreWords.hours} mode="numeric" />
      </div>
      {sameAddress(values.value.payee, golem.sessionKey) ? (
        <Note tone="low">{moreWords.warnKey}</Note>
      ) : null}
      <Button type="submit">{moreWords.sign}</Button>
    </form>
  );
}

function signPermit(
  golem: Golem,
  typed: { action: string; tier: string; policy: string; simulation: string; hours: string },
) {
  return signed(golem, 'permit', async () => {
    const permit = {
      golem: golem.id,
      actionHash: hashIn(typed.action),
      riskTier: wholeIn(typed.tier, 3),
      policyHash: hashIn(typed.policy),
      simulationHash: typed.simulation.trim() === '' ? NO_HASH : hashIn(typed.simulation),
      deadline: store.now.peek() + wholeIn(typed.hours, 720) * HOUR,
    };
    return permitOf(golem.chainId, permit, BigInt(randomHash()));
  });
}

function signInvoice(golem: Golem, typed: { payee: string; amount: string; hours: string }) {
  return signed(golem, 'payment', async () => {
    const amount = usdcIn(typed.amount);
    const to = typed.payee.trim();
    if ('problem' in amount) throw new Trouble(amount.problem);
    if (!isAddress(to)) throw new Trouble(grantWords.form.badAddress);
    const from = store.account.value;
    const until = store.now.peek() + wholeIn(typed.hours, 720) * HOUR;
    const payment =
      from &&
      paymentOf(
        golem.chainId,
        { from, to, value: amount.value, until, nonce: randomHash() },
        await tokenName(golem.chainId),
      );
    if (!payment) throw new Trouble(grantWords.form.noUsdc);
    return payment;
  });
}

function signed(
  { id, chainId }: Golem,
  what: string,
  build: () => Promise<object>,
): Promise<boolean> {
  return working(moreWords.signing, async (turn) => {
    const [wallet, owner] = [store.wallet.value, store.account.value];
    if (!wallet || !owner) return;
    await ensureChain(wallet.provider, store.settings.value, chainId);
    const typed = await build();
    const signature = await signTyped(wallet.provider, owner, typed);
    // It would be saved under the eyes of another account.
    if (turn.signal.aborted) return;
    save(`${id}-${what}.json`, { ...typed, signature });
    turn.say(moreWords.signed);
  });
}

/** `name()` of the chain's USDC: a payment signed under another name is worth nothing. */
async function tokenName(chainId: number): Promise<string | null> {
  const [wallet, token] = [store.wallet.value, usdcOf(chainId)];
  const look = wallet && token ? await lookAt(wallet.provider, chainId) : null;
  if (!look || !token) return null;
  return look.view(QUESTIONS.name, token);
}

function hashIn(text: string): Hex {
  const hash = text.trim().toLowerCase();
  if (!isHex(hash) || hash.length !== 66) throw new Trouble(moreWords.badHash);
  return hash;
}

function wholeIn(text: string, most: number): number {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(value <= most)) throw new Trouble(moreWords.badNumber);
  return value;
}
