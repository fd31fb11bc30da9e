/**
 * The channels of AppSync Events on which open pages hear that something has changed. The first part
 * is the namespace. lib/doorbell has the rules for who may listen.
 */
export const channelOfUser = (userId: string) => `/users/${userId}`;
/** For everyone in the group `admin`. */
export const deskChannel = '/desk/all';
