import * as z from 'zod';
import { type Platform, platforms } from './platforms.ts';

/** `releases/<version>/release.json`, written last by an upload: the promise of what lies beside it. */
export const releaseManifest = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/),
  /** ISO 8601, UTC. */
  date: z.iso.datetime(),
  files: z.record(
    z.enum(platforms),
    z.object({
      fileName: z.string().regex(/^[\w.() -]+$/),
      sizeInBytes: z.int().positive(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type ReleaseManifest = z.infer<typeof releaseManifest>;

/** `/version.json`, as the specification names it: the current version and where each platform gets it. */
export interface VersionInfo {
  version: string;
  mac: { arm64: string; x64: string };
  win: string;
}

export function releaseKey(version: string, platform: Platform, fileName: string): string {
  return `releases/${version}/${platform}/${fileName}`;
}

export function releaseManifestKey(version: string): string {
  return `releases/${version}/release.json`;
}
