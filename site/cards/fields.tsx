// A labelled field with its hint and what is wrong with it.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** A form that is all the page is about is gone to. What is folded away cannot take the focus. */
export function useFirstField(isAll = true): void {
  useEffect(() => {
    if (!isAll) return;
    document.querySelector('.form')?.scrollIntoView({ block: 'start' });
    document
      .querySelector<HTMLElement>('.form form input:enabled, .form form textarea:enabled')
      ?.focus({ preventScroll: true });
  }, []);
}

/** To what is wrong with a form, also where it is folded away. */
export function goToField(id: string): void {
  const field = document.getElementById(id);
  field?.closest('details')?.setAttribute('open', '');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

type FieldProps = {
  id: string;
  label: string;
  value: string;
  onInput: (value: string) => void;
  hint?: string | undefined;
  problem?: string | undefined;
  disabled?: boolean | undefined;
  lines?: number;
  mode?: 'text' | 'decimal' | 'numeric';
};

export function Field({
  id,
  label,
  value,
  onInput,
  hint,
  problem,
  disabled,
  lines = 1,
  mode = 'text',
}: FieldProps) {
  const shared = {
    id,
    name: id,
    value,
    disabled: disabled ?? false,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-hint`,
    autocomplete: 'off',
    spellcheck: false,
    onInput: (event: Event) => onInput((event.currentTarget as HTMLInputElement).value),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {lines > 1 ? <textarea rows={lines} {...shared} /> : <input inputMode={mode} {...shared} />}
      <Hint id={`${id}-hint`} problem={problem}>
        {hint}
      </Hint>
    </div>
  );
}

/** One of a few. */
export function Choice<T extends string>({
  id,
  label,
  value,
  options,
  onChange,
}: {
  id: string;
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find(([one]) => one === event.currentTarget.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

function Hint({
  id,
  problem,
  children,
}: {
  id: string;
  problem?: string | undefined;
  children: ComponentChildren;
}) {
  return (
    <p id={id} class={problem ? 'hint wrong' : 'hint'}>
      {problem ?? children}
    </p>
  );
}

export function Tick({
  id,
  label,
  checked,
  onChange,
}: {
  id: string;
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label class="tick" for={id}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
