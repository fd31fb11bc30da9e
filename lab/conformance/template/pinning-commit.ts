/** The commit that pinned the logical ids of the resources with data. */
export const pinningCommit = '4698faea';
