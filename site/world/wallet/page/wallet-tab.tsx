/** @jsxImportSource preact */
// Accounts, network, lock, connected sites.
import { WALLET_FORMS, type WalletView } from '../view';
import type { Link } from './link';
import { short } from './short';

export function WalletTab({ view, link }: { view: WalletView; link: Link }) {
  return (
    <>
      <h1>Accounts</h1>
      {view.accounts.map((account) => (
        <button
          key={account.address}
          type="button"
          class="account"
          aria-pressed={account.address === view.selected}
          onClick={() => link.act({ act: 'select-account', address: account.address })}
        >
          <span class="line">
            <b>{account.name}</b>
            <code>{short(account.address)}</code>
          </span>
          <span class="line soft">
            <span>{`${account.usdc} USDC · ${account.eth} ETH`}</span>
            <span>{account.smart ? 'Smart account' : 'Plain account'}</span>
          </span>
        </button>
      ))}
      <label>
        Network
        <select
          value={view.chainId}
          onChange={(event) =>
            link.act({ act: 'select-chain', chainId: event.currentTarget.value })
          }
        >
          {view.chains.map((chain) => (
            <option key={chain.id} value={chain.id}>
              {chain.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Behaves as
        <select
          value={view.form}
          onChange={(event) => link.act({ act: 'select-form', form: event.currentTarget.value })}
        >
          {WALLET_FORMS.map((form) => (
            <option key={form} value={form}>
              {form === '13.13' ? 'MetaMask Flask 13.13' : 'MetaMask 13.23'}
            </option>
          ))}
        </select>
      </label>
      <div class="card">
        <b>Connected sites</b>
        {view.sites.length === 0 ? <p class="soft">None yet.</p> : null}
        {view.sites.map(({ origin }) => (
          <div key={origin} class="line">
            <span>{origin}</span>
            <button
              type="button"
              class="plain"
              onClick={() => link.act({ act: 'disconnect', origin })}
            >
              Disconnect
            </button>
          </div>
        ))}
      </div>
      <button type="button" class="wide" onClick={() => link.act({ act: 'lock' })}>
        Lock wallet
      </button>
    </>
  );
}

export function LockScreen({ view, link }: { view: WalletView; link: Link }) {
  return (
    <>
      <h1>Locked</h1>
      <p>
        {view.unlockWanted
          ? 'Something waits for you: it goes on as soon as you unlock.'
          : 'Keys, dialogs and encrypted memory are closed. Checks and warnings go on.'}
      </p>
      <p class="soft">A real wallet asks for your password here. This one has none.</p>
      <button type="button" class="wide yes" onClick={() => link.act({ act: 'unlock' })}>
        Unlock
      </button>
    </>
  );
}
