import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Build, filesOf, type ReleaseFile } from '../../../contract/records/release.ts';
import { type Platform, platforms } from '../../../contract/rules/platforms.ts';
import { signing } from '../../../settings.ts';
import type { BuildFolder } from './build-folders.ts';
import { verifyAppBundle } from './signatures/app-bundle.ts';
import type { AppleTrust } from './signatures/apple-signature.ts';
import type { WindowsTrust } from './signatures/authenticode.ts';
import { type Certificate, parseCertificate } from './signatures/certificate.ts';
import { verifyDiskImage } from './signatures/disk-image.ts';
import { type ProvenanceTrust, readProvenanceTrust } from './signatures/provenance.ts';
import { type Signature, SignatureProblem } from './signatures/signature-problem.ts';
import { verifyWindowsInstaller } from './signatures/windows-installer.ts';
import { verifyWindowsProgram } from './signatures/windows-program.ts';

export interface BuildTrust {
  windows: WindowsTrust;
  apple: AppleTrust;
  provenance: ProvenanceTrust;
}

type Builds = Record<Platform, Build>;

/** The publishers in settings.ts, and the root certificates in this repository. */
export async function readBuildTrust(now: Date): Promise<BuildTrust> {
  const [codeSigningRoots, timestampRoots, roots, provenance] = await Promise.all([
    readRoots('windows-code-signing'),
    readRoots('windows-timestamps'),
    readRoots('apple'),
    readProvenanceTrust(signing.buildRepository),
  ]);
  return {
    windows: { publisher: signing.windowsPublisher, codeSigningRoots, timestampRoots, now },
    apple: { teamId: signing.appleTeamId, roots, now },
    provenance,
  };
}

/** Reads a list of root certificates; its first lines say where it comes from. */
async function readRoots(
  name: 'apple' | 'windows-code-signing' | 'windows-timestamps',
): Promise<Certificate[]> {
  const text = await readFile(new URL(`./signatures/roots/${name}.pem`, import.meta.url), 'utf8');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((pem) => parseCertificate(new X509Certificate(pem).raw));
}

export interface SignedBuilds {
  /** With the facts of each valid signature. */
  builds: Builds;
  /** A sentence for each file that nobody has signed, or whose format this command cannot verify. */
  unsigned: string[];
  /** A sentence for each file with a wrong signature. */
  invalid: string[];
}

/** Verifies the signature of each file that Windows or macOS checks before it opens it. */
export async function verifySignatures(
  folder: BuildFolder,
  builds: Builds,
  trust: BuildTrust,
): Promise<SignedBuilds> {
  const [unsigned, invalid]: [string[], string[]] = [[], []];
  const verify = async (platform: Platform, file: ReleaseFile): Promise<ReleaseFile> => {
    const outcome = await verifyFile(folder, platform, file, trust);
    if (outcome instanceof SignatureProblem)
      (outcome.isUnsigned ? unsigned : invalid).push(`${platform}/${file.fileName} ${outcome.message}.`);
    if (!outcome || outcome instanceof SignatureProblem) return file;
    return { ...file, signature: { publisher: outcome.publisher, signedAt: outcome.signedAt.toISOString() } };
  };
  const signed: Partial<Builds> = {};
  // Sequential, because each file is read at the full speed of the disk or the network.
  for (const platform of platforms) {
    const { updateArchive, ...build } = builds[platform];
    const installer = await verify(platform, build.installer);
    signed[platform] = {
      ...build,
      installer,
      ...(updateArchive ? { updateArchive: await verify(platform, updateArchive) } : {}),
    };
  }
  return { builds: signed as Builds, unsigned, invalid };
}

/** @returns undefined if only the app's updater opens the file, which verifies the `.sig` */
async function verifyFile(
  folder: BuildFolder,
  platform: Platform,
  { fileName, updaterSignature }: ReleaseFile,
  trust: BuildTrust,
): Promise<Signature | SignatureProblem | undefined> {
  const ending = /\.(tar\.gz|\w+)$/.exec(fileName.toLowerCase())?.[0] ?? '';
  if (ending === '.tar.gz' && updaterSignature) return undefined;
  const verifyContent = verifierOf(platform, ending, trust);
  if (!verifyContent)
    return new SignatureProblem(`is a ${ending}, whose signature this command cannot verify`, {
      isUnsigned: true,
    });
  try {
    return await verifyContent(await folder.read(platform, fileName));
  } catch (error) {
    if (error instanceof SignatureProblem) return error;
    throw error;
  }
}

function verifierOf(
  platform: Platform,
  ending: string,
  { windows, apple }: BuildTrust,
): ((file: Buffer) => Signature | Promise<Signature>) | undefined {
  if (platform === 'win-x64') {
    if (ending === '.exe') return (file) => verifyWindowsProgram(file, windows);
    return ending === '.msi' ? (file) => verifyWindowsInstaller(file, windows) : undefined;
  }
  if (ending === '.dmg') return (file) => verifyDiskImage(file, apple);
  return ending === '.zip' ? (file) => verifyAppBundle(file, apple) : undefined;
}

/** A sentence for each fact that was verified, and for the limits of this verification. */
export function describeVerification(builds: Builds): string[] {
  const signatures = platforms.flatMap((platform) =>
    filesOf(builds[platform]).flatMap(({ fileName, signature }) =>
      signature
        ? `${platform}/${fileName} was signed by ${signature.publisher} at ${signature.signedAt}.`
        : [],
    ),
  );
  const evidence = platforms.flatMap((platform) =>
    (builds[platform].evidence ?? []).map(({ fileName, kind }) =>
      kind === 'provenance'
        ? `${platform}/${fileName} proves that a workflow of ${signing.buildRepository} made the build. It was verified with the keys in this repository, without a request to sigstore.`
        : `${platform}/${fileName} is published as it is: this command verifies its format only.`,
    ),
  );
  const limits =
    'Not verified here: whether a certificate was revoked, whether Apple accepts the notarization, and the frameworks inside an app. "signtool verify /pa /all" on Windows and "spctl --assess -vv --type install" on a Mac verify these.';
  return [...signatures, ...evidence, ...(signatures.length > 0 ? [limits] : [])];
}
