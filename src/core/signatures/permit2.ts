// Permit2: one contract that holds everybody's allowances, so one signature can hand a Golem's key
// any token. MetaMask already reads these; we speak when a Golem gets one, or the contract is not it.
import { isHex } from '../bytes/hex';
import { sameAddress } from '../chain/addresses';
import { dateWords } from '../chain/time';
import { PERMIT2, permit2On } from '../chain/uniswap';
import { tokenAmount } from '../decoders/erc20-words';
import { exposureFindings } from '../findings/exposed';
import { address, type Fact, type Finding, words } from '../findings/finding';
import { partyName } from '../findings/parties';
import { type KeyHolder, keyHolder, type Scene, shortName } from '../findings/scene';
import { addressFact, type Reader, readStandard } from './reader';
import type { TypedField, TypedMessage } from './typed-message';
import { argsOf, type TypedStruct } from './typed-values';
import { witnessFindings } from './uniswapx-witness';

type Types = { readonly [name: string]: readonly TypedField[] };

const PermitDetails = fields('address token,uint160 amount,uint48 expiration,uint48 nonce');
const TokenPermissions = fields('address token,uint256 amount');
const TRANSFER_END = 'address spender,uint256 nonce,uint256 deadline';
const One = fields(`TokenPermissions permitted,${TRANSFER_END}`);
const Many = fields(`TokenPermissions[] permitted,${TRANSFER_END}`);

/** By primary type. A witness follows these fields; of those, UniswapX orders are read. */
const KINDS: { readonly [primaryType: string]: Types } = {
  PermitSingle: {
    PermitSingle: fields('PermitDetails details,address spender,uint256 sigDeadline'),
    PermitDetails,
  },
  PermitBatch: {
    PermitBatch: fields('PermitDetails[] details,address spender,uint256 sigDeadline'),
    PermitDetails,
  },
  PermitTransferFrom: { PermitTransferFrom: One, TokenPermissions },
  PermitWitnessTransferFrom: { PermitWitnessTransferFrom: One, TokenPermissions },
  PermitBatchTransferFrom: { PermitBatchTransferFrom: Many, TokenPermissions },
  PermitBatchWitnessTransferFrom: { PermitBatchWitnessTransferFrom: Many, TokenPermissions },
};

export const permit2Reader: Reader = {
  contract: 'Permit2',
  recognises: ({ domain }) =>
    domain.name === 'Permit2' || sameAddress(domain.verifyingContract, PERMIT2),
  read: (typed) => ({
    name: typed.primaryType,
    args: argsOf(typed),
    explain: (scene) => [...impostor(typed, scene), ...permit(typed, scene)],
  }),
};

function impostor({ domain }: TypedMessage, scene: Scene): Finding[] {
  const known = permit2On(scene.chainId);
  const contract = domain.verifyingContract;
  if (known.some((one) => sameAddress(contract, one))) return [];
  return [
    {
      level: 'critical',
      title: 'Calls itself Permit2, but is not the Permit2 Bardo knows',
      lines: [
        contract === undefined
          ? 'It names no contract at all, so nobody can say who could use this signature.'
          : 'Permit2 lives at another address on the chain it names.',
      ],
      facts: [
        ...(contract === undefined ? [] : [addressFact('Contract it names', contract)]),
        address('Permit2', known[0]),
      ],
    },
  ];
}

function permit(typed: TypedMessage, scene: Scene): Finding[] {
  const kind = Object.hasOwn(KINDS, typed.primaryType) ? KINDS[typed.primaryType] : undefined;
  const reading = readStandard(typed, kind);
  if (!reading.ok) {
    return [
      {
        level: 'warning',
        title: 'Bardo cannot read this Permit2 permit: check who may spend',
        lines: [`Bardo cannot tell whether a Golem of yours gets it: ${reading.reason}.`],
        facts: [],
      },
    ];
  }
  const spender = String(reading.values.spender);
  const holder = keyHolder(scene, spender);
  return holder
    ? [granted(reading.values, spender, holder, scene)]
    : [...witnessFindings(typed, spender, scene), ...exposed(reading.values, spender, scene)];
}

/** A Golem's own key signs it: its tokens are what is given. */
function exposed(values: TypedStruct, spender: string, scene: Scene): Finding[] {
  const payer = scene.signer;
  if (!payer || !isHex(spender) || !keyHolder(scene, payer)) return [];
  return entriesOf(values).flatMap(({ token, amount }) => {
    if (!isHex(token) || typeof amount !== 'bigint') return [];
    const given = { payer, to: spender, token, amount };
    return exposureFindings({ ...given, signed: true }, scene);
  });
}

function entriesOf({ details, permitted }: TypedStruct): TypedStruct[] {
  return [details ?? permitted ?? []].flat() as TypedStruct[];
}

function granted(values: TypedStruct, spender: string, holder: KeyHolder, scene: Scene): Finding {
  const name = partyName(holder);
  const entries = entriesOf(values);
  const until = values.sigDeadline ?? values.deadline;
  const facts = [
    address(`${shortName(holder.golem)}'s ${holder.role}`, spender),
    ...entries.flatMap((entry) => entryFacts(entry, scene)),
    ...(typeof until === 'bigint' ? [words('Usable until', dateWords(until))] : []),
  ];
  if (entries.every((entry) => entry.amount === 0n)) {
    const ends = values.details !== undefined && entries.length > 0;
    const title = ends
      ? `Ends ${name}'s Permit2 allowance`
      : `A Permit2 permit of nothing for ${name}`;
    return { level: 'info', title, lines: [], facts };
  }
  return {
    level: 'critical',
    title: `Lets ${name} take tokens outside its runway`,
    lines: ['A Permit2 permit bypasses the runway: its daily cap, phases and end do not apply.'],
    facts,
  };
}

function entryFacts(entry: TypedStruct, scene: Scene): Fact[] {
  const { token, amount, expiration } = entry;
  if (!isHex(token) || typeof amount !== 'bigint') return [];
  return [
    words('Amount', tokenAmount({ chainId: scene.chainId, to: token }, amount)),
    address('Token', token),
    ...(typeof expiration === 'bigint' ? [words('Allowance ends', dateWords(expiration))] : []),
  ];
}

/** "address token,uint160 amount" as EIP-712 writes it, to fields. */
function fields(members: string): TypedField[] {
  return members.split(',').map((member) => {
    const [type = '', name = ''] = member.split(' ');
    return { name, type };
  });
}
