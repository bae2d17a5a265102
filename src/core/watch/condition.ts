// One cause an owner must hear of.

/** Lower is worse: it goes out first when the wallet's rate limit is short. */
export const RANK = {
  died: 0,
  contradiction: 1,
  revoked: 2,
  declining: 3,
  critical: 4,
  heartbeat: 5,
  silent: 6,
  gas: 7,
  token: 8,
  plane: 9,
} as const;

export type Condition = {
  /** Names the cause: "declining:atlas". One key, one announcement while it lasts. */
  key: string;
  rank: number;
  /** Golem's id, for the link. */
  golem: string | null;
  /** At most 49 characters: all a native notification holds. */
  native: string;
  title: string;
  body: string;
};

/** Names are at most 24 characters; an id shown in place of a bad name may be longer. */
export function shortName(name: string): string {
  return name.length <= 24 ? name : `${name.slice(0, 15)}…${name.slice(-8)}`;
}

/** "1 pull", "3 pulls" */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
