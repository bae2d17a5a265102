// The fields of the form, as typed, and the names it suggests.
/** As MetaMask can count: nothing between is granted. */
export const PERIODS = { day: 86_400, week: 604_800, month: 2_592_000 } as const;
export type Period = keyof typeof PERIODS;

/** Of what MetaMask granted otherwise, the amount is spread over the days. */
export function periodNamed(seconds: number): Period | null {
  const names = Object.keys(PERIODS) as Period[];
  return names.find((name) => PERIODS[name] === seconds) ?? null;
}

export type FormFields = {
  golem: string;
  name: string;
  /** The agent's own address, which will redeem. */
  sessionKey: string;
  /** Addresses it may pay, one to a line. */
  payees: string;
  /** USDC per period. */
  amount: string;
  period: Period;
  /** The most of it in any 24 hours; empty = all. */
  daily: string;
  days: string;
  /** Until the lease ends; empty = as long as its grant. */
  leaseDays: string;
  /** Of it, for all Replicants together. */
  replicants: string;
  /** Hours of silence on chain after which it may not spend. */
  silence: string;
  /** First gas, sent by the owner, in pulls. */
  gasPulls: string;
  /** ETH per day it may refill its gas with. */
  gasDaily: string;
  override: boolean;
};

export const EMPTY_FIELDS: FormFields = {
  golem: '',
  name: '',
  sessionKey: '',
  payees: '',
  amount: '10',
  period: 'day',
  daily: '',
  days: '7',
  leaseDays: '',
  replicants: '0',
  silence: '24',
  gasPulls: '20',
  gasDaily: '0',
  override: false,
};

/** An id from a name: "My Atlas" → "my-atlas". */
export function idFrom(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
}

const NUMERALS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];

/** "Atlas" → "Atlas II" → "Atlas III", and an id that no Golem of the owner has yet. */
export function successorOf(name: string, taken: readonly string[]): { name: string; id: string } {
  const [, stem = name, numeral = 'I'] = /^(.*?)(?: ([IVX]+))?$/.exec(name) ?? [];
  const first = Math.max(1, NUMERALS.indexOf(numeral) + 1);
  const numerals = [
    ...NUMERALS.slice(first),
    ...Array.from({ length: 500 }, (_, more) => 11 + more),
  ];
  const names = numerals.map((next) => `${stem.slice(0, 23 - `${next}`.length)} ${next}`);
  const free = names.find((one) => !taken.includes(idFrom(one))) ?? '';
  return { name: free, id: idFrom(free) };
}
