/** The commit that pinned the logical ids of what holds data. */
export const pinningCommit = '4698faea';
