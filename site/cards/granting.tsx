// Whether this wallet can grant at all, said before anything is filled in, signed or added to it.

import { grantWords } from '../grant/grant.words';
import { refreshGranting } from '../owner/owner';
import * as store from '../owner/store';
import { obstacleToGrant } from '../wallet/granting';
import { pageWords } from '../words/page.words';
import { grantSupportWords } from './grant-support.words';
import { Button, Note } from './kit';

/** What stands in the way of any grant with this wallet; nothing while all is well or not asked yet. */
export function GrantingNote() {
  const granting = store.granting.value;
  if (granting === 'unasked') {
    return (
      <Note tone="low" role="alert">
        <p>{grantWords.unasked}</p>
        <Button onClick={refreshGranting}>{pageWords.again}</Button>
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
  const [granting, account] = [store.granting.value, store.account.value];
  if (granting === null || granting === 'unasked' || granting.form !== 'older' || !account) {
    return null;
  }
  return <Note>{grantSupportWords.chooseAccount(account)}</Note>;
}

/** The button that asks the wallet is held back: the reason stands beside it. */
export function cannotGrant(): boolean {
  return store.granting.value === 'unasked' || obstacleHere() !== null;
}

function obstacleHere(): string | null {
  const granting = store.granting.value;
  if (granting === null || granting === 'unasked') return null;
  return obstacleToGrant(granting, null, 'erc20-token-periodic');
}
