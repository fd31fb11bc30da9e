/** The files of the site that `publishStatus` writes. */
export const statusFiles = { json: 'status.json', feed: 'status.atom' } as const;
