/**
 * The groups of the user pool, strongest first. Each shows the downloads and hides the offer to
 * buy; a download itself requires only a sign-in.
 */
export const groups = ['admin', 'vip', 'paid'] as const;

export type Group = (typeof groups)[number];

/** The specification's "paid state": true for members of any of the groups. */
export function isLicensed(memberOf: readonly string[]): boolean {
  return groups.some((group) => memberOf.includes(group));
}

/** The reason for the paid state of a person: a license, or a group that the team chose. */
export type Access = 'license' | 'team' | 'none';

/**
 * Returns the access of a person with these groups. Pass `hasLicense` from the account's record if
 * you have it: the groups of a token change later.
 */
export function accessOf(memberOf: readonly string[], hasLicense = memberOf.includes('paid')): Access {
  if (hasLicense) return 'license';
  return memberOf.includes('admin') || memberOf.includes('vip') ? 'team' : 'none';
}
