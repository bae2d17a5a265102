// The fields of the form, as typed.
export type Wish = {
  golem: string;
  name: string;
  /** The agent's own address, which will redeem. */
  sessionKey: string;
  /** Addresses it may pay, one to a line. */
  payees: string;
  /** USDC per day. */
  amount: string;
  days: string;
  /** Of it, for all Replicants together. */
  replicants: string;
  /** Hours of silence on chain after which it may not spend. */
  silence: string;
  gasPulls: string;
  override: boolean;
};

export const EMPTY_WISH: Wish = {
  golem: '',
  name: '',
  sessionKey: '',
  payees: '',
  amount: '10',
  days: '7',
  replicants: '0',
  silence: '24',
  gasPulls: '20',
  override: false,
};
