// Whether this wallet can grant at all, said before anything is filled in, signed or added to it.

import { grantWords } from '../grant/grant.words';
import { refreshGrantSupport } from '../owner/owner';
import * as store from '../owner/store';
import { obstacleToGrant, pinsPayee } from '../wallet/grant-support';
import { pageWords } from '../words/page.words';
import { grantSupportWords } from './grant-support.words';
import { Button, Note } from './kit';

/** What stands in the way of any grant with this wallet; nothing while all is well or not asked yet. */
export function GrantSupportNote() {
  const grantSupport = store.grantSupport.value;
  if (grantSupport === 'unasked') {
    return (
      <Note tone="low" role="alert">
        <p>{grantWords.unasked}</p>
        <Button onClick={refreshGrantSupport}>{pageWords.again}</Button>
      </Note>
    );
  }
  const obstacle = obstacleHere();
  return obstacle ? (
    <Note tone="low" role="alert">
      {obstacle}
    </Note>
  ) : null;
}

/** The older form names no account: the wallet offers the first, whoever is signed in. */
export function ChooseAccount() {
  const [grantSupport, account] = [store.grantSupport.value, store.account.value];
  if (
    grantSupport === null ||
    grantSupport === 'unasked' ||
    grantSupport.form !== 'older' ||
    !account
  ) {
    return null;
  }
  return <Note>{grantSupportWords.chooseAccount(account)}</Note>;
}

/** MetaMask's own rule can hold a grant to one payee, in this wallet. */
export function canPin(): boolean {
  const grantSupport = store.grantSupport.value;
  return grantSupport !== null && grantSupport !== 'unasked' && pinsPayee(grantSupport);
}

/** The button that asks the wallet is held back: the reason stands beside it. */
export function cannotGrant(): boolean {
  return store.grantSupport.value === 'unasked' || obstacleHere() !== null;
}

function obstacleHere(): string | null {
  const grantSupport = store.grantSupport.value;
  if (grantSupport === null || grantSupport === 'unasked') return null;
  return obstacleToGrant(grantSupport, null, 'erc20-token-periodic');
}
