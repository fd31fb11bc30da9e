import { createHash } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { type Build, type Evidence, filesOf } from '../../../contract/records/release.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { evidencePath } from '../../../contract/rules/evidence-path.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import type { BuildsBucket } from '../../../lambdas/domain/releases/release-manifests.ts';
import { readPublishedKeys } from '../license/connect-to-licenses.ts';
import type { BuildFolder } from './build-folders.ts';
import { isEvidence } from './describe-builds.ts';
import { type ProvenanceTrust, verifyProvenance } from './signatures/provenance.ts';
import { SignatureProblem } from './signatures/signature-problem.ts';

/** A file about a build, before it is published. */
export interface FoundEvidence extends Evidence {
  platform: Platform;
  text: string;
}

const maxLength = 32 * 1024 * 1024;

/**
 * Reads and verifies the files about builds: `<build>.sigstore.json`, and an SBOM that ends with `.spdx.json` or `.cdx.json`.
 * @throws Error with a sentence for each file that is not valid
 */
export async function readEvidence(
  folder: BuildFolder,
  builds: Record<Platform, Build>,
  trust: ProvenanceTrust,
): Promise<FoundEvidence[]> {
  const found: FoundEvidence[] = [];
  const problems: string[] = [];
  for (const platform of platforms) {
    for (const fileName of (await folder.list(platform)).filter(isEvidence).sort()) {
      try {
        const text = (await folder.read(platform, fileName)).toString('utf8');
        if (text.length > maxLength) throw new SignatureProblem(`has more than ${maxLength} characters`);
        const kind = checkEvidence(fileName, text, builds[platform], trust);
        found.push({
          platform,
          fileName,
          kind,
          text,
          sha256: createHash('sha256').update(text).digest('hex'),
        });
      } catch (error) {
        if (!(error instanceof SignatureProblem)) throw error;
        problems.push(`${platform}/${fileName} ${error.message}.`);
      }
    }
  }
  if (problems.length > 0) throw new Error([...problems, 'Nothing was uploaded.'].join('\n'));
  return found;
}

function checkEvidence(
  fileName: string,
  text: string,
  build: Build,
  trust: ProvenanceTrust,
): Evidence['kind'] {
  if (!/\.sigstore\.json$/i.test(fileName)) {
    if (!isSbom(fileName, text))
      throw new SignatureProblem('is not an SBOM in the format that its name says');
    return 'sbom';
  }
  const name = fileName.replace(/\.sigstore\.json$/i, '');
  const about = filesOf(build).find((file) => file.fileName === name);
  if (!about) throw new SignatureProblem(`is about ${name}, which the release does not contain`);
  verifyProvenance(text, about, trust);
  return 'provenance';
}

/** Whether a text is SPDX 2 or 3, or CycloneDX: https://spdx.dev, https://cyclonedx.org */
function isSbom(fileName: string, text: string): boolean {
  try {
    const { spdxVersion, packages, bomFormat, specVersion, ...rest } = JSON.parse(text);
    if (/\.cdx\.json$/i.test(fileName)) return bomFormat === 'CycloneDX' && /^1\.\d+$/.test(specVersion);
    return (/^SPDX-2\.\d$/.test(spdxVersion) && Array.isArray(packages)) || Array.isArray(rest['@graph']);
  } catch {
    return false;
  }
}

/** Publishes the files. They are small, and nothing names them before release.json is written. */
export async function publishEvidence(to: BuildsBucket, version: string, found: FoundEvidence[]) {
  for (const { platform, fileName, text } of found)
    await put(to, evidencePath(version, platform, fileName), text, 'application/json');
}

/**
 * Stores the public keys of licenses beside a release, as our pledge promises: who has the build then finds the keys of its time.
 * @returns the path on the site
 * @throws Error that says what to do if the site does not publish its keys
 */
export async function archiveKeys(to: BuildsBucket, version: string, siteUrl: string): Promise<string> {
  const key = `updates/evidence/${version}/license-keys.json`;
  await put(to, key, JSON.stringify(await readPublishedKeys(siteUrl)), 'application/jwk-set+json');
  return `/${key}`;
}

const put = ({ s3, bucket }: BuildsBucket, Key: string, Body: string, ContentType: string) =>
  s3.send(
    new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType, CacheControl: cacheControl.releases }),
  );

/** The builds with their evidence: the present files, and the earlier ones that are no longer next to the builds. */
export function withEvidence(
  builds: Record<Platform, Build>,
  before: Record<Platform, Build> | undefined,
  found: FoundEvidence[],
): Record<Platform, Build> {
  const described = platforms.map((platform): [Platform, Build] => {
    const now = found
      .filter((file) => file.platform === platform)
      .map(({ fileName, kind, sha256 }) => ({ fileName, kind, sha256 }));
    const names = new Set(now.map(({ fileName }) => fileName));
    const kept = (before?.[platform].evidence ?? []).filter(({ fileName }) => !names.has(fileName));
    const evidence = [...kept, ...now];
    return [platform, { ...builds[platform], ...(evidence.length > 0 ? { evidence } : {}) }];
  });
  return Object.fromEntries(described) as Record<Platform, Build>;
}
