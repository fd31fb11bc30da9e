/**
 * The storage key of the codes whose visits are not counted yet. Every page reads it, so it is
 * separate from the code that counts.
 */
export const referralsToCount = 'referralsToCount';
