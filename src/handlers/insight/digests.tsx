// "Show digests" in an insight: ERC-8213 hashes to compare on a second device.
import type { InterfaceContext } from '@metamask/snaps-sdk';
import { calldataDigests, type Digests, signatureDigests } from '../../core/insight/digests';
import { updateInterface } from '../../host/ui';
import { InsightPanel } from '../../views/insight-panel';
import type { DigestInput, Shown } from './insight';

/** The exact terms of ERC-8213; EIP-191 has none there. */
const LABELS: Record<keyof Digests, string> = {
  calldataDigest: 'Calldata Digest',
  eip712Digest: 'EIP-712 Digest',
  domainHash: 'Domain Hash',
  messageHash: 'Message Hash',
  messageDigest: 'EIP-191 message hash',
};

export async function showDigests(id: string, context: InterfaceContext | null) {
  if (!context) return;
  const { insight, provenance, input } = context as Shown;
  const digests = Object.entries(digestsOf(input)).map(([name, value]) => ({
    label: LABELS[name as keyof Digests],
    value: String(value),
  }));
  await updateInterface(id, <InsightPanel model={{ insight, provenance, digests }} />);
}

function digestsOf(input: DigestInput): Digests {
  return input.kind === 'transaction'
    ? calldataDigests(input.data)
    : signatureDigests(input.signature);
}
