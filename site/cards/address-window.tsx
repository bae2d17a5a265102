// One address whole, its page in the chain's explorer, and the owner's label for it.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Address, getAddress } from 'viem';
import { shortHex } from '../../src/core/chain/addresses';
import { addressBook, disguisedAs, labelOf, labelsLike, saveLabel } from '../owner/address-book';
import { type Shown, shownAddress } from '../owner/shown-address';
import * as store from '../owner/store';
import { addressPage } from '../plane/settings';
import { pageWords } from '../words/page.words';
import { Copy } from './address';
import { addressWords } from './address.words';
import { Button, Note } from './kit';

export function AddressWindow() {
  const { value } = shownAddress;
  return value ? <Window key={value.address} {...value} /> : null;
}

function Window({ chainId, address }: Shown) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const whole = getAddress(address);
  const disguise = disguisedAs(addressBook.value, address);
  return (
    <dialog
      ref={dialog}
      class="overlay"
      aria-labelledby="address-title"
      onClose={() => {
        shownAddress.value = null;
      }}
    >
      <h2 id="address-title">{labelOf(addressBook.value, address) ?? addressWords.heading}</h2>
      <p class="row">
        <code class="whole">{whole}</code> <Copy text={whole} name={shortHex(whole)} />
      </p>
      {disguise ? <Note tone="bad">{addressWords.disguised(disguise.label)}</Note> : null}
      <Explorer chainId={chainId} address={whole} />
      {store.owner.value ? <LabelForm owner={store.owner.value} address={whole} /> : null}
      <div class="row">
        <Button onClick={() => dialog.current?.close()}>{pageWords.close}</Button>
      </div>
    </dialog>
  );
}

function Explorer({ chainId, address }: Shown) {
  const settings = store.settings.value;
  const page = settings && addressPage(settings, chainId, address);
  if (!page) return <p class="soft">{addressWords.noExplorer}</p>;
  return (
    <p>
      <a href={page} rel="noreferrer noopener" target="_blank">
        {addressWords.explorer}
      </a>
    </p>
  );
}

function LabelForm({ owner, address }: { owner: string; address: Address }) {
  const book = addressBook.value;
  const label = useSignal(labelOf(book, address) ?? '');
  const said = useSignal<string | null>(null);
  const problem = useSignal<string | null>(null);
  const like = label.value === '' ? [] : labelsLike(book, { address, label: label.value });
  const save = () => {
    const found = saveLabel(localStorage, owner, { address, label: label.value });
    problem.value = found && addressWords[found];
    const done = label.value.trim() === '' ? addressWords.removed : addressWords.saved;
    said.value = found ? null : done;
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div class="field">
        <label for="address-label">{addressWords.label}</label>
        <input
          id="address-label"
          maxLength={32}
          autocomplete="off"
          value={label.value}
          aria-invalid={problem.value !== null}
          aria-describedby="address-label-hint"
          onInput={(event) => {
            label.value = event.currentTarget.value;
            said.value = null;
          }}
        />
        <span id="address-label-hint" class={problem.value ? 'hint wrong' : 'hint'} role="status">
          {problem.value ?? said.value ?? addressWords.labelHint}
        </span>
      </div>
      {like.map((one) => (
        <Note key={one.address} tone="low" role="status">
          {addressWords.like(one.label, shortHex(one.address))}
        </Note>
      ))}
      <Button type="submit">{addressWords.save}</Button>
    </form>
  );
}
