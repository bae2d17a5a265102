import type { Json, OnSignatureHandler } from '@metamask/snaps-sdk';
import { isHex } from '../core/bytes/hex';
import { explainSignature } from '../core/insight/signature';
import { nowSeconds } from '../host/clock';
import { PORTAL_ORIGIN } from '../host/portal';
import { loadState } from '../host/state';
import { orUnchecked, showInsight, watchedOf } from './insight/insight';

/** The wallet gives no chain here; readers take the one the message claims and say so. */
export const onSignatureInsight: OnSignatureHandler = ({ signature, signatureOrigin }) =>
  orUnchecked(async () => {
    const state = await loadState();
    const now = nowSeconds();
    const scene = {
      chainId: 0,
      signer: isHex(signature.from, 20) ? signature.from : null,
      origin: signatureOrigin ?? null,
      watched: watchedOf(state),
      now,
    };
    const { insight } = explainSignature(signature, scene, PORTAL_ORIGIN);
    if (!insight) return null;
    const { from, signatureMethod } = signature;
    const data: Json = JSON.parse(JSON.stringify(signature.data ?? null));
    const input = { kind: 'signature' as const, signature: { from, data, signatureMethod } };
    return showInsight({ insight, state, now, input });
  });
