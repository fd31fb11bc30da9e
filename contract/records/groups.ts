/**
 * The groups of the user pool, strongest first. Each of them shows the downloads and hides the
 * offer to buy; a download itself asks for a sign-in only.
 */
export const groups = ['admin', 'vip', 'paid'] as const;

export type Group = (typeof groups)[number];

/** The specification's "paid state": true for members of any of the groups. */
export function isLicensed(memberOf: readonly string[]): boolean {
  return groups.some((group) => memberOf.includes(group));
}
