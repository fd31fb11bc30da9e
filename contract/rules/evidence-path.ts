import type { Platform } from './platforms.ts';

/** Where everybody can read a file about a build: its key in the bucket, and its path on the site. */
export function evidencePath(version: string, platform: Platform, fileName: string): string {
  return `updates/evidence/${version}/${platform}/${fileName}`;
}
