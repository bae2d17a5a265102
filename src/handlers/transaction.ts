import type { OnTransactionHandler } from '@metamask/snaps-sdk';
import { parseChainId, parseTransaction } from '../core/insight/parse-transaction';
import { explainTransaction } from '../core/insight/transaction';
import { nowSeconds } from '../host/clock';
import { PORTAL_ORIGIN } from '../host/portal';
import { loadState } from '../host/state';
import { orUnchecked, showInsight, watchedOf } from './insight/insight';

/** Runs once when the confirmation opens; later edits of gas or amounts do not call it again. */
export const onTransactionInsight: OnTransactionHandler = (request) =>
  orUnchecked(async () => {
    const state = await loadState();
    const now = nowSeconds();
    const transaction = parseTransaction(request.transaction);
    const scene = {
      chainId: parseChainId(request.chainId),
      signer: transaction.from,
      origin: request.transactionOrigin ?? null,
      watched: watchedOf(state),
      now,
    };
    const { insight } = explainTransaction(transaction, scene, PORTAL_ORIGIN);
    if (!insight) return null;
    return showInsight({
      insight,
      state,
      now,
      input: { kind: 'transaction', data: transaction.data },
    });
  });
