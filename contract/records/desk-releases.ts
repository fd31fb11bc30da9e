import type { Platform } from '../rules/platforms.ts';
import type { Channel, ReleaseManifest, Rollout } from './release.ts';

/** A release as the desk shows it. */
export interface ListedRelease
  extends Pick<ReleaseManifest, 'version' | 'channel' | 'date' | 'notes' | 'promotedAt' | 'yankedAt'> {
  /** Missing if everybody is offered the release, or nobody would be. */
  rollout?: Rollout;
  /** Whether its files were verified, so that the site offers it. */
  isVerified: boolean;
  /** The channels of which it is the current release. */
  offeredTo: Channel[];
  /** Whether a channel would have nothing to offer without it. */
  isOnly: boolean;
  downloads: Record<Platform, number>;
}
