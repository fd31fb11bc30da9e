import { releaseVersion as version } from '../records/release.ts';
import { platforms } from '../rules/platforms.ts';
import { resourceFilePattern } from '../rules/resource-files.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';

/** Returns a link to a build for a platform, by default of the current version. */
export const download = defineOperation('download', {
  request: () => z.strictObject({ platform: z.enum(platforms), version: z.optional(version) }),
  response: {} as { url: string; fileName: string; version: string; sizeInBytes: number },
});

/** Returns a link to one of the free resources. */
export const downloadResource = defineOperation('downloadResource', {
  request: () => z.strictObject({ file: z.string().check(z.maxLength(100), z.regex(resourceFilePattern)) }),
  response: {} as { url: string; fileName: string },
});

/** Redirects an updater, which sends a license or a user's access token, to a file of a release. */
export const updateFile = defineOperation('updateFile', {
  request: () =>
    z.object({
      version,
      platform: z.enum(platforms),
      fileName: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
  response: {} as never,
});
