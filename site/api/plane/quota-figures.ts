// How much of the relay's work one owner and one grant may use in a day. `orders/quota.ts` keeps the account.

/** Per day. */
export type Allowance = { orders: number; gas: number };
export type Quota = { owner: Allowance; grant: Allowance };

/** What an owner with a dozen Golems needs on a day when all are rotated; a third of it for one grant. */
export const QUOTA: Quota = {
  owner: { orders: 60, gas: 6_000_000 },
  grant: { orders: 20, gas: 2_000_000 },
};
/** Set aside for an order until it is known what it used. */
export const GAS_EACH = 100_000;
/** What may be registered on one grant: each budget is an end that is paid for. The Snap uses one. */
export const LEASES = { budgets: 8, perDay: 200 };
