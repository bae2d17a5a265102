/** @jsxImportSource preact */
// What the owner may change before granting: amount, account, and the date, which can always be dropped.
import { problemOf } from '../rules/edit';
import type { GrantEdit, GrantForm } from '../view';
import { short } from './short';

const MONTH = 30 * 86_400;

type Props = { form: GrantForm; edit: GrantEdit; onEdit: (edit: GrantEdit) => void };

export function GrantFields({ form, edit, onEdit }: Props) {
  const problem = problemOf(edit, form.decimals);
  const expiresAt = edit.expiresAt === undefined ? form.expiresAt : edit.expiresAt;
  return (
    <div class="card">
      <label>
        {`${form.amountLabel} (${form.symbol})`}
        <input
          inputMode="decimal"
          value={edit.amount ?? form.amount}
          disabled={!form.amountEditable}
          onInput={(event) => onEdit({ ...edit, amount: event.currentTarget.value })}
        />
      </label>
      <label>
        Ends (UTC)
        <input
          type="datetime-local"
          value={expiresAt === null ? '' : local(expiresAt)}
          disabled={expiresAt === null}
          onInput={(event) => {
            // A date half typed is no date yet: it must not mean "never".
            const typed = seconds(event.currentTarget.value);
            if (typed !== null) onEdit({ ...edit, expiresAt: typed });
          }}
        />
      </label>
      <label class="inline">
        <input
          type="checkbox"
          checked={expiresAt === null}
          onChange={(event) =>
            onEdit({ ...edit, expiresAt: event.currentTarget.checked ? null : endOf(form) })
          }
        />
        No expiry
      </label>
      <label>
        Account
        <select
          value={edit.account ?? form.account}
          onChange={(event) => onEdit({ ...edit, account: event.currentTarget.value })}
        >
          {form.accounts.map((account) => (
            <option key={account} value={account}>
              {short(account)}
            </option>
          ))}
        </select>
      </label>
      {problem ? (
        <span class="fault" role="alert">
          {problem}
        </span>
      ) : null}
    </div>
  );
}

/** As asked; in a month where the site asked for none. */
function endOf({ expiresAt }: GrantForm): number {
  return expiresAt ?? Math.floor(Date.now() / 1000) + MONTH;
}

function local(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16);
}

function seconds(text: string): number | null {
  const time = Date.parse(`${text}Z`);
  return Number.isNaN(time) ? null : Math.floor(time / 1000);
}
