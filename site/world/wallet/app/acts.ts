// Clicks in the panel.
import { HandlerType } from '@metamask/snaps-utils';
import { internal } from '../errors';
import type { Wallet } from '../host/wallet';
import { disconnect, selectAccount } from '../methods/accounts';
import { switchChain } from '../methods/chains';
import { install } from '../methods/snaps';
import { responseFaults } from '../rules/strict';
import { isWalletForm, type PanelAct } from '../view';
import { openSample } from './samples';

type Doors = {
  /** The home page is open under this id, or closed. */
  onHome: (interfaceId: string | null) => void;
  onFault: (fault: string) => void;
};

export function createActs(wallet: Wallet, doors: Doors) {
  return async (act: PanelAct): Promise<void> => {
    switch (act.act) {
      case 'lock':
        return wallet.lock.set(true);
      case 'unlock':
        return wallet.lock.set(false);
      case 'check':
        return wallet.memory.installed ? wallet.cron.checkNow() : undefined;
      case 'install':
        return install(wallet);
      case 'home':
        return openHome(wallet, doors);
      case 'close-home':
        return doors.onHome(null);
      case 'read-notices':
        wallet.notices.readAll();
        return wallet.changed();
      case 'confirm': {
        const { edit, text } = act;
        return wallet.windows.settle(act.window, { confirmed: true, edit, text });
      }
      case 'reject':
        return wallet.windows.settle(act.window, { confirmed: false });
      case 'press':
        return press(wallet, act.interfaceId, act.name);
      case 'select-account':
        return selectAccount(wallet, act.address);
      case 'select-chain':
        return selectChain(wallet, act.chainId);
      case 'select-form':
        if (isWalletForm(act.form)) wallet.memory.form = act.form;
        return wallet.changed();
      case 'disconnect':
        return disconnect(wallet, act.origin);
      case 'end-golem':
        return endGolem(wallet);
      case 'sample':
        return openSample(wallet, act.sample);
    }
  };
}

async function openHome(wallet: Wallet, doors: Doors): Promise<void> {
  if (!wallet.memory.installed) return;
  const response = await wallet.snap.call(HandlerType.OnHomePage);
  const [fault] = responseFaults('onHomePage', response);
  if (fault) throw internal(`onHomePage: ${fault}`);
  const { id, content } = response as { id?: string; content?: unknown };
  wallet.memory.met.add('console');
  doors.onHome(id ?? wallet.snap.open(content));
}

function selectChain(wallet: Wallet, chainId: string): void {
  const chain = wallet.memory.chains.find(({ id }) => id === chainId);
  if (chain) switchChain(wallet, chain.id);
}

/** Once at a time: a second press while one is dying ends nobody else. */
async function endGolem(wallet: Wallet): Promise<void> {
  const { memory } = wallet;
  if (memory.dying || !wallet.endGolem) return;
  install(wallet);
  const dying = await wallet.endGolem();
  if (!dying) throw internal('No Golem is left to end.');
  memory.dying = { id: dying.id, name: dying.name };
  wallet.changed();
  await dying.over;
  await wallet.cron.checkNow();
}

/** A button of a Snap's screen, wherever it is shown. */
async function press(wallet: Wallet, interfaceId: string, name: string): Promise<void> {
  const screen = wallet.snap.screenOf(interfaceId);
  if (!screen) return;
  const event = { type: 'ButtonClickEvent', name };
  const params = { id: interfaceId, event, context: screen.context };
  await wallet.snap.call(HandlerType.OnUserInput, { params });
}
