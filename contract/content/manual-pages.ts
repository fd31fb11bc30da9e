/**
 * The pages of the manual, in the order of its table of contents. An id is the name of a file in `content/manual` and part of an address
 * to which the app links, so it never changes.
 */
export const manualParts = [
  {
    name: 'Start',
    pages: ['choose-a-build', 'install-on-a-mac', 'install-on-windows', 'put-in-the-license-file'],
  },
  { name: 'The five workspaces', pages: ['map', 'timelines', 'editor', 'calendar', 'network-editor'] },
  {
    name: 'Day to day',
    pages: ['get-updates', 'work-offline', 'back-up-your-worlds', 'move-to-a-new-computer'],
  },
  {
    name: 'Account and payment',
    pages: ['change-your-address', 'get-back-into-your-account', 'pay', 'withdraw', 'ask-for-help'],
  },
] as const;

export type ManualPageId = (typeof manualParts)[number]['pages'][number];

export const manualPageIds: readonly ManualPageId[] = manualParts.flatMap(({ pages }) => pages);

export const pathOfManualPage = (id: ManualPageId): string => `/manual/${id}`;
