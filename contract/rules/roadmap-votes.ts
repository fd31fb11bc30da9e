/** The site shows no smaller number, which would say more about the voters than about the item. */
export const fewestShownVotes = 10;

/** The numbers of votes that the site shows, by the id of the item. */
export type ShownVotes = Record<string, number>;

/** The key in the site's bucket. */
export const votesFile = 'roadmap/votes.json';
