/** Where the codes wait in the browser's storage whose visits are still to be counted. Each page looks there, so it stands apart from the code that counts. */
export const referralsToCount = 'referralsToCount';
