// "More than X in an hour": one figure, of the chain where new Golems live.
import { useSignal } from '@preact/signals';
import { chainName, usdcOf } from '../../src/core/chain/addresses';
import { amountWords } from '../../src/core/chain/money';
import type { SpendingLimit } from '../../src/core/protocol/alert-shapes';
import { usdcIn } from '../grant/form';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { answered } from '../plane/plane';
import { nameOfChain } from '../plane/settings';
import { alertLimitWords } from './alert-limit.words';
import { Field } from './fields';
import { Button, Card } from './kit';

type Props = { limits: readonly SpendingLimit[]; again: () => Promise<boolean> };

export function AlertLimit({ limits, again }: Props) {
  const typed = useSignal('');
  const chainId = store.homeChain.value?.chainId;
  const token = chainId === undefined ? null : usdcOf(chainId);
  if (chainId === undefined || token === null) return null;
  const read = typed.value.trim() === '' ? { value: 0n } : usdcIn(typed.value, true);
  const save = async () => {
    if (!('value' in read)) return document.getElementById('alert-limit')?.focus();
    const amount = `${read.value}`;
    await working(alertLimitWords.saving, async (turn) => {
      answered(await store.plane.ask('limitSpending', { body: { chainId, token, amount } }));
      typed.value = '';
      await again();
      turn.say(alertLimitWords.saved);
    });
  };
  return (
    <Card title={alertLimitWords.heading}>
      <p>{alertLimitWords.text}</p>
      <p role="status">{limits.length === 0 ? alertLimitWords.never : null}</p>
      {limits.map((limit) => (
        <p key={`${limit.chainId} ${limit.token}`}>{limitWords(limit)}</p>
      ))}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          id="alert-limit"
          label={alertLimitWords.amount}
          hint={alertLimitWords.hint}
          problem={'problem' in read ? read.problem : undefined}
          mode="decimal"
          value={typed.value}
          onInput={(value) => {
            typed.value = value;
          }}
        />
        <Button type="submit">{alertLimitWords.save}</Button>
      </form>
    </Card>
  );
}

function limitWords(limit: SpendingLimit): string {
  const amount = BigInt(limit.amount);
  const words = amountWords(limit, amount, 'up', `the token ${limit.token}`);
  const home = store.homeChain.value;
  const own = home?.chainId === limit.chainId ? nameOfChain(home) : chainName(limit.chainId);
  return alertLimitWords.now(words, own);
}
