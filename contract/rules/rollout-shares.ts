/**
 * How many percent of the installations a release can be offered to before everybody gets it. An installation belongs to the first of these
 * shares that contains it, and stays in it: lib/edge/update-request.js.
 */
export const partialShares = [1, 5, 20, 50] as const;

export const shares = [...partialShares, 100] as const;

/** A share of the installations in percent, which is also the cohort of the installations that it is the first to contain. */
export type Share = (typeof shares)[number];

/** The state of a rollout in words, such as `halted at 5%`. */
export function describeRollout(
  rollout: { share: Share; haltedAt?: string | undefined } | undefined,
): string {
  if (!rollout) return '100%';
  return rollout.haltedAt ? `halted at ${rollout.share}%` : `${rollout.share}%`;
}
