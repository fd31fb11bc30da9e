/** The kinds of work that wait for the team, in the order in which the desk shows them. */
export const todayKinds = [
  'disputes',
  'factorResets',
  'failedRefunds',
  'withdrawals',
  'feedback',
  'mailings',
  'articles',
  'deadLetters',
  'alarms',
  'incidents',
] as const;

export type TodayKind = (typeof todayKinds)[number];

/** A request to turn off a second factor. Times are ISO 8601, UTC. */
export interface DeskReset {
  userId: string;
  email: string;
  /** The earliest time at which the team can turn it off. */
  dueAt: string;
  expiresAt: string;
}

/** The work of one kind that waits for the team. */
export interface WaitingCount {
  count: number;
  /** Whether there are more than were counted. */
  isMore?: true;
  /** ISO 8601, UTC: the first deadline. */
  dueAt?: string;
  /** The requests whose waiting period is over, and those that still wait. */
  resets?: DeskReset[];
}

/** The work that waits for the team now; null for a kind that could not be read. */
export type DeskToday = Record<TodayKind, WaitingCount | null>;
