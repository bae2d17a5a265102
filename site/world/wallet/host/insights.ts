// The Snap's word in a confirmation. null, an error and an answer the wallet refuses look the same to the
// owner: a greyed row. An answer that comes after the owner's decision is dropped.
import { HandlerType } from '@metamask/snaps-utils';
import { faultsOf, responseFaults } from '../rules/strict';
import type { Insight } from '../view';
import type { SnapHost } from './snap-host';
import type { InsightHandler } from './wallet';

export async function insightOf(
  snap: SnapHost,
  handler: InsightHandler,
  params: object,
  onFault: (fault: string) => void,
): Promise<Insight> {
  const kind = handler === HandlerType.OnTransaction ? 'onTransaction' : 'onSignature';
  try {
    const response = await snap.call(handler, { params });
    const [fault] = responseFaults(kind, response);
    if (fault) return refused(`${kind}: ${fault}`, onFault);
    if (response === null) return { state: 'none' };
    const { id, content } = response as { id?: string; content?: unknown };
    const interfaceId = id ?? snap.open(content);
    const tree = snap.screenOf(interfaceId)?.content;
    const [treeFault] = faultsOf(tree);
    if (treeFault) return refused(`${kind}: ${treeFault}`, onFault);
    return { state: 'shown', screen: { interfaceId, tree } };
  } catch (error) {
    return refused(`${kind}: ${(error as Error).message}`, onFault);
  }
}

function refused(fault: string, onFault: (fault: string) => void): Insight {
  onFault(fault);
  return { state: 'none' };
}
