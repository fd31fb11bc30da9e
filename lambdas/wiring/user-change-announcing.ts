import { type AnnounceUserChange, announceUserChange } from '../domain/users/announce-user-change.ts';
import { userChangePublishing } from './user-change-publishing.ts';

/** `announceUserChange` with the services that the functions use. It never throws. */
export function userChangeAnnouncing(): AnnounceUserChange {
  const publish = userChangePublishing();
  return (userId) => announceUserChange(publish, userId);
}
