/**
 * The channels of AppSync Events that notify open pages of changes. The first part is the namespace.
 * The files in lib/doorbell decide which users may subscribe.
 */
export const channelOfUser = (userId: string) => `/users/${userId}`;
/** The channel for everyone in the group `admin`. */
export const deskChannel = '/desk/all';
