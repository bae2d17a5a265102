// What one log of our contracts says, and where it stood.
export type Fact = {
  event: string;
  delegation_hash?: string;
  owner?: string;
  redeemer?: string;
  guardian?: string;
  golem_id?: string;
  budget_id?: string;
  amount?: string;
  number?: string;
  /** Of a payment through a period: which one, and its total so far. */
  period?: string;
  total?: string;
  /** Of a redeemed link: the hash of the link that it stands on. It is not kept. */
  authority?: string;
};

export type EventRow = Fact & {
  block_number: number;
  log_index: number;
  block_hash: string;
  transaction: string;
};
