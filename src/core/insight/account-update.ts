// EIP-7702: the account gets code. MetaMask asks for it before the first grant ("Account update",
// origin `metamask`, to = self); that one is recognised calmly, any other code is an alarm.
import { chainName, FRAMEWORK, hasFramework, sameAddress } from '../chain/addresses';
import { address, type Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import type { TransactionInput } from './parse-transaction';

const NO_CODE = '0x0000000000000000000000000000000000000000';

export function accountUpdateFindings(input: TransactionInput, scene: Scene): Finding[] {
  const [code, ...others] = input.authorizations ?? [];
  if (code === undefined) return [];
  const facts = [address('Account code', code)];
  if (others.length > 0) {
    return [finding('critical', 'Changes the code of several accounts at once', [], facts)];
  }
  if (sameAddress(code, NO_CODE)) {
    const lines = [
      'Runways granted from this account cannot be used until it is a smart account again.',
    ];
    return [finding('warning', 'Turns your account back into a plain one', lines, facts)];
  }
  if (!sameAddress(code, FRAMEWORK.smartAccount7702)) {
    const lines = [
      "This is not MetaMask's smart account. Its code gets full power over your account.",
    ];
    return [finding('critical', 'Hands your account to code Bardo does not know', lines, facts)];
  }
  if (!hasFramework(scene.chainId)) {
    const title = "Account update, but MetaMask's account is not known there";
    const lines = [`Bardo cannot tell which code has that address on ${chainName(scene.chainId)}.`];
    return [finding('warning', title, lines, facts)];
  }
  const lines = [
    ...(scene.origin === 'metamask' ? ['MetaMask itself asks for it.'] : []),
    'A runway can only be used from a smart account.',
    input.data === '0x' && input.value === 0n
      ? 'The update moves no money.'
      : 'The update moves no money, but it comes with calls that run in the same transaction.',
  ];
  return [finding('info', "Account update to MetaMask's smart account", lines, facts)];
}

function finding(
  level: Finding['level'],
  title: string,
  lines: string[],
  facts: Finding['facts'],
): Finding {
  return { level, title, lines, facts };
}
