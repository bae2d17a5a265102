// Mandates on the twin, end to end: MetaMask's Hybrid account, typed data signed by its owner, a Golem that
// trades on a pool and saves in a vault, and the chain that refuses what the owner did not sign.
import { type Address, getAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../src/agent/chain/reverts';
import {
  act,
  type Mandate,
  planSteps,
  readMandate,
  type Step,
} from '../../src/agent/runway/mandate';
import { runwayProblem } from '../../src/agent/runway/runway';
import { answerTo } from '../../src/core/chain/answers';
import { vitalityOracleAbi } from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import * as QUESTIONS from '../../src/core/chain/questions';
import {
  type Delegation,
  encodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import { explainSignature } from '../../src/core/insight/signature';
import { golemIdOf } from '../../src/core/protocol/messages';
import { mandateEnding, mandateEndingCall } from '../../src/core/runway/revoke-mandate';
import { aScene } from '../vectors/builders';
import { PORTAL } from '../vectors/signatures/builders';
import { openHybrid } from './hybrid';
import { swap, withdraw } from './moves';
import { sign, signedRegistration, typedDataOf, USDC } from './stage';

import { buying, chain, go, market, saving, seat } from './trading';

describe('the account', () => {
  it('is MetaMask’s, at the address its factory gives, once', async () => {
    const again = await openHybrid(chain, seat.owner.address);
    const code = await seat.link.client.getCode({ address: seat.account });

    expect(again).toBe(seat.account);
    expect(code?.length).toBeGreaterThan(100);
  });

  it('guards its Golem’s record by its owner’s signature, whoever relays it', async () => {
    const [registered, phase] = await seat.link.client.readContract({
      address: BARDO.vitalityOracle,
      abi: vitalityOracleAbi,
      functionName: 'getPhase',
      args: [seat.account, golemIdOf(seat.golem)],
    });
    const thief = privateKeyToAccount(generatePrivateKey());
    const other = { ...seat, golem: 'other' };
    const forged = await signedRegistration(other, thief);

    expect([registered, phase]).toEqual([true, 0]);
    await expect(seat.send(seat.owner, BARDO.vitalityOracle, forged)).rejects.toThrow();
    await seat.send(seat.owner, BARDO.vitalityOracle, await signedRegistration(other, seat.owner));
  });

  it('is what the mandate says it is: signed by its owner, for the Golem’s key', async () => {
    const expected = { owner: seat.account, redeemer: seat.key.address };
    const [link] = seat.buy.links;
    const forged = readMandate(
      encodeContext([await sign(privateKeyToAccount(generatePrivateKey()), link as Delegation)]),
      chain.chainId,
    );

    expect(await runwayProblem(seat.link, seat.buy, expected)).toBeNull();
    expect(await runwayProblem(seat.link, forged, expected)).toBe(
      'a link is not signed by who gives it',
    );
    expect(seat.buy).toMatchObject({
      account: seat.account.toLowerCase(),
      redeemer: seat.key.address.toLowerCase(),
    });
    expect(
      await act(seat.link, seat.sender, [{ ...(buying(1n)[0] as Step), mandate: forged }]),
    ).toMatchObject({ ok: false, code: 'InvalidERC1271Signature' });
  });
});

describe('the signature request', () => {
  const asked = (mandate: Mandate) => {
    const [link] = mandate.links as [Delegation];
    // As the wallet hands it on: text.
    const data = JSON.parse(JSON.stringify(typedDataOf(link, chain.chainId)));
    const from = seat.owner.address;
    const scene = aScene({ signer: from, origin: PORTAL, watched: null });
    const input = { from, data, signatureMethod: 'eth_signTypedData_v4' };
    const { insight, decoded } = explainSignature(input, scene, PORTAL);
    const rules = insight?.facts.filter(({ label }) => label.startsWith('Rule ')) ?? [];
    return { insight, decoded, rules: rules.map(({ value }) => value) };
  };

  it('is what was signed, and is read out rule by rule', () => {
    const { decoded, insight, rules } = asked(seat.buy);
    const pool = getAddress(market.pool);

    expect(decoded?.args.hash).toBe(hashDelegation(seat.buy.links[0] as Delegation));
    expect(JSON.stringify(insight)).not.toMatch(/cannot read|could not/i);
    expect(rules[0]).toContain(`(approve) at ${getAddress(chain.usdc)} no later than stable`);
    expect(rules[0]).toContain(`at ${pool} no later than stable, paying only this account`);
    expect(rules[1]).toContain(`swaps only USDC (${getAddress(chain.usdc)}) for WETH (`);
    expect(rules[1]).toContain(`at the router ${pool}, to this account, losing at most 1 %`);
    expect(rules[2]).toMatch(/^until \d+ \w+ \d{4} /);
    expect(insight?.lines).toContain(
      'Its rules limit which calls are made, not how much they move.',
    );
  });

  it('for the vault names its doors and what may be lost', () => {
    const { insight, rules } = asked(seat.save);
    const vault = getAddress(market.vault);

    expect(insight?.level).toBe('info');
    expect(insight?.title).toMatch(/^Gives 0x\w{4}…\w{4} power over 0x/);
    expect(rules[0]).toContain(`0x6e553f65 (deposit) at ${vault} no later than stable`);
    expect(rules[0]).toContain(`0xb460af94 (withdraw) at ${vault} no later than declining`);
    expect(rules[1]).toBe(
      `only in and out of the vault ${vault}, losing in any 24 hours at most 1 % of the vault and at most 1,000,000 base units of its asset`,
    );
  });
});

describe('a phase', () => {
  it('of conservation refuses a new position and allows the way out', async () => {
    await go(saving(500n * USDC));
    await go(buying(300n * USDC));
    const ether = await seat.balance(market.weth);
    await seat.report('conservation');
    const refusal = {
      ok: false,
      code: 'GolemPhaseEnforcer:blocked-by-phase',
      reason:
        'the Golem’s phase no longer allows that, or it has been silent on chain for too long',
    };

    expect(await go(saving(100n * USDC))).toEqual(refusal);
    expect(await go(buying(100n * USDC))).toEqual(refusal);
    expect(await go(withdraw(seat.save, market, 400n * USDC))).toMatchObject({ ok: true });
    const out = { sold: market.weth, bought: chain.usdc, amount: ether };
    expect(await go(swap(seat.sell, market, out))).toMatchObject({ ok: true });
    expect(await seat.balance(market.weth)).toBe(0n);
    expect(await seat.balance(chain.usdc)).toBeGreaterThan(9_890n * USDC);
  });

  it('of decline still allows it, terminal nothing, and no report leads back', async () => {
    await go(saving(500n * USDC));
    await seat.report('declining');
    expect(await go(withdraw(seat.save, market, 1n * USDC))).toMatchObject({ ok: true });

    await seat.report('terminal');

    expect(await go(withdraw(seat.save, market, 1n * USDC))).toMatchObject({
      code: 'GolemPhaseEnforcer:blocked-by-phase',
    });
    await expect(seat.report('thriving')).rejects.toSatisfy(
      (error) => reasonOf(error) === 'a Golem’s own reports only ever get worse',
    );
  });

  it('that nobody has confirmed for a week counts as terminal', async () => {
    await go(saving(500n * USDC));
    await chain.cheat('evm_increaseTime', [7 * 86_400 + 60]);
    await chain.cheat('evm_mine', []);

    expect(await go(withdraw(seat.save, market, 1n * USDC))).toMatchObject({ ok: false });
    await seat.report('thriving');
    expect(await go(withdraw(seat.save, market, 1n * USDC))).toMatchObject({ ok: true });
  });
});

describe('a mandate', () => {
  it('in another hand is worth nothing', async () => {
    const thief = privateKeyToAccount(generatePrivateKey());
    const stolen = { address: thief.address, send: seat.sender.send };
    const { to, data = '0x' } = planSteps(seat.link, saving(1n * USDC));

    expect(await act(seat.link, stolen, saving(1n * USDC))).toEqual({
      ok: false,
      code: 'not-allowed',
      reason: 'the mandate was given to another key',
    });
    await expect(seat.link.client.call({ account: thief.address, to, data })).rejects.toSatisfy(
      (error) => reasonOf(error) === 'the permission was given to another key',
    );
    expect(await go([])).toMatchObject({ reason: 'there is nothing to do' });
  });

  it('ends when its account disables it, by a plain transaction of the owner', async () => {
    const [mandate] = seat.save.links as [Delegation];
    const salt = BigInt(generatePrivateKey());
    const order = mandateEnding({ mandate, owner: seat.owner.address, salt });
    const signed = await sign(seat.owner, order);
    const { to, data } = mandateEndingCall(signed, mandate, chain.chainId);

    await seat.send(seat.owner, to as Address, data);

    const { client } = seat.link;
    expect(await answerTo(client, QUESTIONS.disabled, [hashDelegation(mandate)])).toBe(true);
    expect(await go(saving(1n * USDC))).toEqual({
      ok: false,
      code: 'CannotUseADisabledDelegation',
      reason: 'a link of the permission was disabled',
    });
    expect(await go(buying(300n * USDC))).toMatchObject({ ok: true });
  });
});
