import { platforms } from '../rules/platforms.ts';
import * as z from '../zod.ts';
import { channels, releaseManifest } from './release.ts';

/** A release as the desk shows it. */
export const listedRelease = z.extend(
  z.pick(releaseManifest, {
    version: true,
    channel: true,
    date: true,
    notes: true,
    promotedAt: true,
    yankedAt: true,
  }),
  {
    /** Whether its files were verified, so that the site offers it. */
    isVerified: z.boolean(),
    /** The channels of which it is the current release. */
    offeredTo: z.array(z.enum(channels)),
    /** Whether a channel would have nothing to offer without it. */
    isOnly: z.boolean(),
    downloads: z.record(z.enum(platforms), z.int().check(z.minimum(0))),
  },
);

export type ListedRelease = z.infer<typeof listedRelease>;
