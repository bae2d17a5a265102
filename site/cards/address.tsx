// An address as it is shown everywhere: shortened in the middle, copied by one click, whole in its own window, with
// the owner's own label before it.
import { useSignal } from '@preact/signals';
import { lower } from '../../src/core/bytes/hex';
import { shortHex } from '../../src/core/chain/addresses';
import { addressBook, disguisedAs, labelOf } from '../owner/address-book';
import { type Shown, shownAddress } from '../owner/shown-address';
import { addressWords } from './address.words';
import { Icon } from './icon';

export function Address({ chainId, address }: Shown) {
  const book = addressBook.value;
  const label = labelOf(book, address);
  const disguise = label === null ? disguisedAs(book, address) : null;
  const short = shortHex(lower(address));
  return (
    <span class="address">
      {label ? <b class="label">{label}</b> : null}
      <button
        type="button"
        class="bare"
        title={address}
        aria-haspopup="dialog"
        aria-label={addressWords.details(short)}
        onClick={() => {
          shownAddress.value = { chainId, address };
        }}
      >
        <code>{short}</code>
      </button>
      <Copy text={address} name={short} />
      {disguise ? <strong class="bad">{addressWords.disguisedMark(disguise.label)}</strong> : null}
    </span>
  );
}

const SHOWN_MS = 2000;

/** Says whether it worked, where the eye is. */
export function Copy({ text, name }: { text: string; name: string }) {
  const state = useSignal<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text).then(
      () => 'copied' as const,
      () => 'failed' as const,
    );
    state.value = done;
    setTimeout(() => {
      state.value = 'idle';
    }, SHOWN_MS);
  };
  return (
    <>
      <button
        type="button"
        class="bare"
        aria-label={addressWords.copy(name)}
        onClick={() => void copy()}
      >
        <Icon name={state.value === 'copied' ? 'check' : 'copy'} />
      </button>
      <span role="status" class="copied">
        {state.value === 'copied' ? addressWords.copied : ''}
        {state.value === 'failed' ? addressWords.notCopied : ''}
      </span>
    </>
  );
}
