/** The details after a name, such as `, paid, DE`, without those that are missing. */
export const detailsAfter = (details: (string | false | undefined)[]): string =>
  details.map((detail) => (detail ? `, ${detail}` : '')).join('');
