import type { ListedRelease } from '../records/desk-releases.ts';
import type { MailingStatus } from '../records/mailing.ts';
import { type Channel, releaseVersion, rolloutChange } from '../records/release.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { action } from './desk-fields.ts';
import { type NoFields, noFields } from './fields.ts';

/** Returns all releases with their downloads, the newest version first. */
export const deskReleases = defineOperation('deskReleases', {
  request: () => noFields,
  response: {} as {
    releases: ListedRelease[];
    /** Versions whose release.json is not readable. */
    unreadable: string[];
    current: Partial<Record<Channel, string>>;
  },
});

/** Makes a release the current one of its channel. */
export const deskPromoteRelease = defineOperation('deskPromoteRelease', {
  request: () =>
    z.strictObject({
      ...action,
      version: releaseVersion,
      /** The version that the channel offered when the admin decided; missing if it offered none. */
      seen: z.optional(releaseVersion),
    }),
  response: {} as NoFields,
});

/** Raises, halts or resumes the rollout of a release. */
export const deskChangeRollout = defineOperation('deskChangeRollout', {
  request: () =>
    z.strictObject({
      ...action,
      version: releaseVersion,
      change: rolloutChange,
      /** The state when the admin decided, in the words of `describeRollout`. */
      seen: z.string().check(z.maxLength(20)),
    }),
  response: {} as NoFields,
});

/** Yanks a release, so that the site no longer offers it. */
export const deskYankRelease = defineOperation('deskYankRelease', {
  request: () =>
    z.strictObject({
      ...action,
      version: releaseVersion,
      /** Confirms that its channel may be left without a release. */
      mayLeaveNone: z.boolean(),
    }),
  response: {} as {
    /** The state of the mailing about it, if there is one. */
    mailing?: MailingStatus;
  },
});
