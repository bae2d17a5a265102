// The wallet as the Snap sees it: every request is recorded and judged by the real wallet's rules, and a
// test can script answers. What it is not told to expect (a dialog) is a fault of the test.
import type { Json } from '@metamask/snaps-sdk';
import { linesOf } from '../../site/world/wallet/rules/screen';
import { faultsOf, noticeFaults } from '../../site/world/wallet/rules/strict';
import { Networks } from './networks';

export type Request = { method: string; params: { [name: string]: Json } };
export type Notify = {
  type: 'native' | 'inApp';
  message: string;
  title?: string;
  content?: Json;
  footerLink?: { href: string; text: string };
};

/** undefined = the simulator answers. */
type Script = (params: Request['params']) => Json | undefined | Promise<Json | undefined>;

const STATE_METHODS = ['snap_getState', 'snap_setState', 'snap_clearState', 'snap_manageState'];

export class Wallet {
  /** `snapId`: the only Snap that is installed. */
  constructor(private readonly snapId: string) {}

  readonly requests: Request[] = [];
  /** Dialogs shown, as lines. */
  readonly dialogs: string[][] = [];
  /** Notices the wallet took. */
  readonly notices: Notify[] = [];
  /** What the real wallet would have refused, or what must never happen. */
  readonly faults: string[] = [];
  /** The chains it knows, each answered by a real node. None until a test adds one. */
  readonly networks = new Networks();
  readonly #scripts = new Map<string, Script>();

  script(method: string, script: Script): void {
    this.#scripts.set(method, script);
  }

  /** The owner's answer to every dialog from now on. */
  answers(answer: boolean): void {
    this.script('snap_dialog', () => answer);
  }

  /** As seen in Flask when the budget is used up. */
  refusesNotices(channel: 'native' | 'inApp' | 'both' = 'both'): void {
    this.script('snap_notify', ({ type }) => {
      if (channel !== 'both' && type !== channel) return undefined;
      const method = type === 'native' ? 'showNativeNotification' : 'showInAppNotification';
      const message = `"${method}" is currently rate-limited. Please try again later.`;
      throw Object.assign(new Error(message), { code: -32005 });
    });
  }

  /** Refuses pages and links, not the news: as it did when the Snap's own link named another port. */
  refusesPages(): void {
    this.script('snap_notify', ({ footerLink }) => {
      if (footerLink === undefined) return undefined;
      const message = 'Invalid URL: The Snap being navigated to is not installed.';
      throw Object.assign(new Error(message), { code: -32602 });
    });
  }

  takesNotices(): void {
    this.#scripts.delete('snap_notify');
  }

  /** Locked: anything that would open the password window is a fault. */
  lock(): void {
    const locked = {
      locked: true,
      active: false,
      clientVersion: '13.13.0',
      platformVersion: '10.1.0',
    };
    this.script('snap_getClientStatus', () => locked);
    for (const method of ['snap_dialog', 'snap_getEntropy', 'snap_getBip32Entropy']) {
      this.script(method, () => {
        this.faults.push(`${method} while locked`);
        throw new Error('locked');
      });
    }
  }

  /** Called for every request of the Snap. */
  async handle(method: string, params: Request['params'] = {}): Promise<Json | undefined> {
    this.requests.push({ method, params: JSON.parse(JSON.stringify(params)) });
    this.#judge(method, params);
    if (method === 'snap_dialog') return this.#dialog(params);
    const answer = await this.#scripts.get(method)?.(params);
    if (method === 'snap_notify') this.#mustLeadHome(params as Notify);
    if (method === 'snap_notify') this.notices.push(params as Notify);
    if (answer === undefined && /^(eth_|wallet_)/.test(method)) {
      return this.networks.answer(method, params as unknown as Json[]);
    }
    return answer;
  }

  /** As the real wallet: a link to a Snap that is not installed is refused with the whole notice. */
  #mustLeadHome({ footerLink }: Notify): void {
    const [, id] = /^metamask:\/\/snap\/(.*)\/home$/.exec(footerLink?.href ?? '') ?? [];
    if (id === undefined || id === this.snapId) return;
    const message = 'Invalid URL: The Snap being navigated to is not installed.';
    throw Object.assign(new Error(message), { code: -32602 });
  }

  #judge(method: string, params: Request['params']): void {
    const found = (faults: string[]) =>
      this.faults.push(...faults.map((fault) => `${method}: ${fault}`));
    if (STATE_METHODS.includes(method) && params.encrypted !== false) found(['encrypted state']);
    if (method === 'snap_notify') found(noticeFaults(params));
    if (method === 'snap_createInterface' || method === 'snap_updateInterface')
      found(faultsOf(params.ui));
    if (method === 'snap_dialog') {
      found(faultsOf(params.content));
      if (params.type !== 'confirmation') found(['not a confirmation']);
    }
  }

  async #dialog(params: Request['params']): Promise<Json | undefined> {
    this.dialogs.push(linesOf(params.content));
    const script = this.#scripts.get('snap_dialog');
    if (!script) this.faults.push('a dialog nobody expected');
    return script ? script(params) : false;
  }
}
