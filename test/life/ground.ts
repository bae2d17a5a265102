// Where lives are interrupted: the twin chain, the real control plane behind a port, an owner with a guardian, and a Golem of
// the published kit. What the owner does on the site and in the Snap is done here by hand.
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { type Address, encodeFunctionData } from 'viem';
import { type Chain, startChain } from '../../site/world/chain/chain';
import {
  type AgentEvent,
  connectChain,
  connectPlane,
  createEvents,
  createTools,
  type Golem,
  Heartbeat,
  type Resumed,
  type ResumeOptions,
  resumeGolem,
  SESSION_KEY_FILE,
  type Vitals,
} from '../../src/agent/index';
import {
  golemPolicyEnforcerAbi,
  vitalityOracleAbi,
} from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import type { Delegation } from '../../src/core/delegations/delegation';
import { golemIdOf } from '../../src/core/protocol/messages';
import { PAYEE, register } from '../agent/stage';
import { type House, openHouse } from '../api/house';
import { expectOk, type People, somePeople } from '../api/people';
import { openMemory } from '../api/stores';

export type Ground = { chain: Chain; house: House; url: string; stop: () => Promise<void> };

export async function aGround(): Promise<Ground> {
  const chain = await startChain();
  const opened = await openMemory();
  const house = await openHouse({ store: opened.store, chain });
  const server = serve({ fetch: house.app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  if (!server.listening) await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await opened.stop();
    await chain.stop();
  };
  return { chain, house, url, stop };
}

export const ASK = { daily_cap_usdc: 10, duration_days: 7, payees: [PAYEE], timeout_seconds: 120 };

export type Owner = People & {
  /** Golem and grant, as the answer to this request if one is named. */
  give: (over?: { request?: string; replaces?: string }) => Promise<Delegation>;
  /** The guardian's lease to this key; every lower generation is over on chain, and the oracle hears the new key. */
  leaseTo: (grant: Delegation, key: Address) => Promise<void>;
  openRequest: () => Promise<{ id: string; kind: string; code: string; sessionKey: Address }>;
};

export async function anOwner({ chain, house }: Ground): Promise<Owner> {
  const people = await somePeople(chain, house);
  const { golem: id, cookie, guardian } = people;
  const born = { id, name: 'Atlas', chainId: chain.chainId, policyTier: 2 };
  await expectOk(house.ask('newGolem', { cookie, body: { ...born, guardian: guardian.address } }));
  let generation = 0n;
  const toChain = (to: Address, data: `0x${string}`) => people.send(guardian, { to, data });
  return {
    ...people,
    give: async (over = {}) => {
      const grant = await people.grant();
      const body = { golem: id, chainId: chain.chainId, context: people.context(grant), ...over };
      await expectOk(house.ask('grant', { cookie, body }));
      return grant;
    },
    leaseTo: async (grant, key) => {
      generation += 1n;
      if (generation === 1n) await register(people, key);
      else {
        const args = [golemIdOf(id), key] as const;
        const abi = vitalityOracleAbi;
        const data = encodeFunctionData({ abi, functionName: 'setReporter', args });
        await toChain(BARDO.vitalityOracle, data);
        const order = await people.raise({ generation: Number(generation) });
        await toChain(
          BARDO.golemPolicyEnforcer,
          encodeFunctionData({
            abi: golemPolicyEnforcerAbi,
            functionName: 'raise',
            args: [order.manager, order.guardian, 1n, Number(generation), order.signature],
          }),
        );
      }
      const context = await people.leaseOf(grant, key, { generation });
      await expectOk(house.ask('lease', { cookie, body: { golem: id, context } }));
    },
    openRequest: async () => {
      for (;;) {
        const { body } = await house.ask('runwayRequests', { cookie });
        if (body.requests[0]) return body.requests[0];
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

export type Machine = {
  keyFile: { file: string; passphrase: string };
  /** The same disk in another computer: nothing that a process remembers is in it. */
  moved: () => Machine;
  clear: () => void;
};

export function aMachine(): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'bardo-machine-'));
  const file = join(folder, SESSION_KEY_FILE);
  return {
    keyFile: { file, passphrase: 'correct horse battery' },
    moved: () => {
      const other = aMachine();
      copyFileSync(file, other.keyFile.file);
      return other;
    },
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type Process = {
  resumed: Resumed;
  golem: Golem;
  tools: ReturnType<typeof createTools>;
  pulse: Heartbeat;
  vitals: Vitals;
  events: AgentEvent[];
  told: (name: AgentEvent['name']) => unknown[];
};

/** A process of the Golem; on a machine it finds its key file. `rpcUrl`: another node than the chain's own. */
export async function aProcess(
  { chain, url }: Ground,
  owner: Owner,
  {
    machine,
    rpcUrl = chain.rpcUrl,
    ...over
  }: Partial<ResumeOptions> & { machine?: Machine; rpcUrl?: string } = {},
): Promise<Process> {
  const vitals: Vitals = { phase: 'thriving', vitality: 9000 };
  const events: AgentEvent[] = [];
  const bus = createEvents();
  bus.onAny((event) => events.push(event));
  const resumed = await resumeGolem({
    ...{ id: owner.golem, name: 'Atlas', owner: owner.owner.address, events: bus },
    chain: connectChain({ rpcUrl, chainId: chain.chainId }),
    plane: connectPlane({ url }),
    vitals: () => vitals,
    ...(machine ? { keyFile: machine.keyFile } : {}),
    ...over,
  });
  const golem = resumed.golem as Golem;
  const tools = createTools({ golems: golem ? [golem] : [] }, { pollMs: 50 });
  const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
  const told = (name: AgentEvent['name']) =>
    events.filter((event) => event.name === name).map(({ payload }) => payload);
  return { resumed, golem, tools, pulse, vitals, events, told };
}

/** Asked, granted, leased: it can pay. */
export async function alive(
  ground: Ground,
  owner: Owner,
  over: Parameters<typeof aProcess>[2] = {},
): Promise<Process & { grant: Delegation }> {
  const life = await aProcess(ground, owner, over);
  await owner.fund(life.golem.key.address, '0.2');
  const asking = life.tools.metamask_request_runway({ ...ASK, golems: [owner.golem] });
  const { id } = await owner.openRequest();
  const grant = await owner.give({ request: id });
  await owner.leaseTo(grant, life.golem.key.address);
  const { usable } = await asking;
  if (!usable) throw new Error('It got no runway.');
  return { ...life, grant };
}
