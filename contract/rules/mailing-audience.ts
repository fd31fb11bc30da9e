const votersPrefix = 'voters of ';

/** The audience of a mailing to the people who vote for an item of the roadmap. */
export const votersOf = (item: string): string => `${votersPrefix}${item}`;

/** The item of the roadmap whose voters get a mailing; undefined for another audience. */
export const votedItemOf = (audience: string | undefined): string | undefined =>
  audience?.startsWith(votersPrefix) ? audience.slice(votersPrefix.length) : undefined;

/** The words that follow "people" for those who get the mailing, and for all others. */
export function audienceWords(audience: string): { inside: string; outside: string } {
  const item = votedItemOf(audience);
  return item
    ? { inside: `who vote for ${item}`, outside: `without a vote for ${item}` }
    : { inside: 'without a license', outside: 'with a license' };
}

const announcements = [2, 3, 4, 5, 6, 7, 8, 9];

/** The names that mailings to the voters of an item can have, in the order in which the desk proposes them. */
export const slugsForVoters = (item: string): string[] => [
  `roadmap-${item}`,
  ...announcements.map((number) => `roadmap-${item}-${number}`),
];
