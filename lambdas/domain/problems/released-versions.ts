import type { PublicRelease } from '../../../contract/records/release.ts';
import type { SiteReader } from '../../platform/site-reader.ts';

/** A new release is known after this time at the latest. Invented versions cause few reads. */
const rememberedForMs = 60 * 1000;

export type ReleasedVersions = ReturnType<typeof releasedVersions>;

/** The versions in the public list of releases, withdrawn ones included, kept in memory. */
export function releasedVersions(readSite: SiteReader) {
  let latest: { versions: ReadonlySet<string>; readAtMs: number } | undefined;
  return {
    /** @throws AppError `unavailable` when the site does not answer */
    async has(version: string, now: Date): Promise<boolean> {
      if (!latest || now.getTime() - latest.readAtMs >= rememberedForMs) {
        const { isFound, text } = await readSite('/releases.json', 'GET');
        const releases: PublicRelease[] = isFound ? JSON.parse(text) : [];
        latest = { versions: new Set(releases.map((release) => release.version)), readAtMs: now.getTime() };
      }
      return latest.versions.has(version);
    },
  };
}
