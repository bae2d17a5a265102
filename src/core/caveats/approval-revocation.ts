// ApprovalRevocationEnforcer: the delegate may take approvals back and nothing else; no value moves.
//
// terms, 1 byte of flags: 01 ERC-20 approve(spender, 0) · 02 ERC-721 approve(0, id) · 04 setApprovalForAll(…, false)
//   · 08 Permit2 approve(…, 0, 0) · 10 Permit2 lockdown · 20 Permit2 invalidateNonces; none or other bits are refused
import { Unreadable } from '../bytes/abi';
import { caveat } from './caveat';
import { exactly, uintAt, uintBytes } from './terms';

const FLAGS = [
  ['erc20Approve', 'token allowances'],
  ['erc721Approve', 'NFT approvals'],
  ['erc721SetApprovalForAll', 'NFT operators'],
  ['permit2Approve', 'Permit2 allowances'],
  ['permit2Lockdown', 'Permit2 lockdown'],
  ['permit2InvalidateNonces', 'Permit2 nonces'],
] as const;

export type ApprovalRevocationTerms = Record<(typeof FLAGS)[number][0], boolean>;

export const approvalRevocation = caveat<ApprovalRevocationTerms>({
  name: 'ApprovalRevocationEnforcer',
  address: '0xe264f1f09a19505a1ca1a86d5b01e8bfdb64324a',
  decode: (terms) => {
    exactly(terms, 1);
    const flags = Number(uintAt(terms, 0, 1));
    if (flags === 0 || flags >= 1 << FLAGS.length) {
      throw new Unreadable('its terms name no known kind of approval');
    }
    const set = FLAGS.map(([name], bit) => [name, (flags & (1 << bit)) !== 0]);
    return Object.fromEntries(set) as ApprovalRevocationTerms;
  },
  encode: (terms) => {
    const flags = FLAGS.reduce((sum, [name], bit) => sum | (terms[name] ? 1 << bit : 0), 0);
    if (flags === 0) throw new RangeError('Invalid flags: at least one must be set');
    return uintBytes(BigInt(flags), 1);
  },
  words: (terms) => {
    const kinds = FLAGS.filter(([name]) => terms[name]).map(([, label]) => label);
    return { text: `may only take back approvals: ${kinds.join(', ')}` };
  },
  bounds: () => ({ calls: true, value: 'none', tokens: 'none' }),
});
