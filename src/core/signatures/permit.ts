// ERC-2612 permits, and their older relatives (DAI's, and the ones of NFT positions): an allowance by
// signature. MetaMask reads them; we speak when the one who may spend is a Golem's key.

import type { Address } from 'viem';
import { UNLIMITED } from '../chain/money';
import { dateWords } from '../chain/time';
import { tokenAmount } from '../decoders/erc20-words';
import { exposureFindings } from '../findings/exposed';
import { address, type Fact, type Finding, words } from '../findings/finding';
import { partyName } from '../findings/parties';
import { type KeyHolder, keyHolder, type Scene, shortName } from '../findings/scene';
import { addressFact, type Reader } from './reader';
import type { TypedMessage } from './typed-message';
import { argsOf, fieldsOf, readAtom } from './typed-values';

export const permitReader: Reader = {
  contract: 'ERC-2612',
  recognises: (typed) =>
    typed.primaryType === 'Permit' && declaredAs(typed, 'spender', 'address') !== undefined,
  read: (typed) => ({
    name: 'Permit',
    args: argsOf(typed),
    explain: (scene) => explainPermit(typed, scene),
  }),
};

function explainPermit(typed: TypedMessage, scene: Scene): Finding[] {
  const spender = declaredAs(typed, 'spender', 'address');
  if (typeof spender !== 'string') {
    return [
      {
        level: 'warning',
        title: 'Bardo cannot read who may spend by this permit',
        lines: ['Bardo cannot tell whether a Golem of yours gets it: the spender is no address.'],
        facts: [],
      },
    ];
  }
  const holder = keyHolder(scene, spender);
  return holder ? [granted(typed, spender, holder, scene)] : exposed(typed, spender, scene);
}

/** The tokens of a Golem for a stranger. What the owner gives others, the wallet explains. */
function exposed(typed: TypedMessage, spender: string, scene: Scene): Finding[] {
  const payer = declaredAs(typed, 'owner', 'address') ?? declaredAs(typed, 'holder', 'address');
  const token = typed.domain.verifyingContract;
  if (typeof payer !== 'string' || token === undefined || !keyHolder(scene, payer)) return [];
  const value = declaredAs(typed, 'value', 'uint256');
  const none = declaredAs(typed, 'allowed', 'bool') === false;
  const amount = typeof value === 'bigint' ? value : none ? 0n : UNLIMITED;
  const given = { payer, to: spender, token } as Record<'payer' | 'to' | 'token', Address>;
  const until = declaredAs(typed, 'deadline', 'uint256') ?? declaredAs(typed, 'expiry', 'uint256');
  return exposureFindings({ ...given, amount, signed: true, more: untilFact(until) }, scene);
}

function granted(typed: TypedMessage, spender: string, holder: KeyHolder, scene: Scene): Finding {
  const name = partyName(holder);
  const until = declaredAs(typed, 'deadline', 'uint256') ?? declaredAs(typed, 'expiry', 'uint256');
  const { domain } = typed;
  const facts = [
    words('Allowance', allowance(typed, scene)),
    address(`${shortName(holder.golem)}'s ${holder.role}`, spender),
    ...(domain.verifyingContract ? [addressFact('Token', domain.verifyingContract)] : []),
    ...untilFact(until),
  ];
  if (
    declaredAs(typed, 'value', 'uint256') === 0n ||
    declaredAs(typed, 'allowed', 'bool') === false
  ) {
    return { level: 'info', title: `Ends ${name}'s token allowance`, lines: [], facts };
  }
  const nft = declaredAs(typed, 'tokenId', 'uint256') !== undefined;
  return {
    level: 'critical',
    title: nft
      ? `Lets ${name} move one of your NFTs`
      : `Lets ${name} take tokens outside its runway`,
    lines: ['An allowance bypasses the runway: its daily cap, phases and end do not apply.'],
    facts,
  };
}

function allowance(typed: TypedMessage, scene: Scene): string {
  const to = typed.domain.verifyingContract ?? null;
  const value = declaredAs(typed, 'value', 'uint256');
  if (typeof value === 'bigint') return tokenAmount({ chainId: scene.chainId, to }, value);
  const tokenId = declaredAs(typed, 'tokenId', 'uint256');
  if (typeof tokenId === 'bigint') return `the token with number ${tokenId}`;
  const allowed = declaredAs(typed, 'allowed', 'bool');
  if (typeof allowed === 'boolean') return allowed ? 'unlimited' : 'none';
  return 'an amount Bardo cannot read';
}

/** The deadline bounds when the permit can be handed in, not how long the allowance lasts. */
function untilFact(until: ReturnType<typeof declaredAs>): Fact[] {
  return typeof until === 'bigint' ? [words('Can be handed in until', dateWords(until))] : [];
}

/** The value of a field declared with this type; null = declared but unreadable; undefined = not declared. */
function declaredAs(typed: TypedMessage, name: string, type: string) {
  const fields = fieldsOf(typed.types, typed.primaryType) ?? [];
  if (!fields.some((field) => field.name === name && field.type === type)) return undefined;
  return readAtom(type, Object.hasOwn(typed.message, name) ? typed.message[name] : undefined);
}
