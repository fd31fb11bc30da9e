import type { PublicBuild, VersionInfo } from '../../../../contract/records/release.ts';
import type { Platform } from '../../../../contract/rules/platforms.ts';
import { signing } from '../../../../settings.ts';
import { formatDate } from '../../lib/format-date.ts';
import { site } from '../../lib/site.ts';

/**
 * The signer and the time of the signature, or the reason why there is none.
 * @returns undefined for a release from before signatures were recorded
 */
export function describeSignature(
  { signature }: PublicBuild,
  unsigned: string | undefined,
): string | undefined {
  if (signature) return `${signature.publisher}, signed ${formatDate(signature.signedAt)}`;
  return unsigned && `Not signed. ${unsigned}`;
}

type SignedVersion = Pick<VersionInfo, 'version' | 'builds' | 'unsigned'>;

/** The answer of macOS and of Windows that people must see before they open a version. */
export const signatureAdvice = {
  mac: (release: SignedVersion | null): string =>
    isUnsigned(release, 'mac-arm64', 'mac-x64')
      ? `Version ${release.version} is not signed for Macs, so macOS cannot say that Apple checked it: verify it first, as described below.`
      : `macOS must say that Apple checked it for malicious software: if it does not, move ${site.name} to the Trash and write to us.`,
  windows: (release: SignedVersion | null): string =>
    isUnsigned(release, 'win-x64')
      ? `Version ${release.version} is not signed for Windows, so Windows names no publisher: verify it first, as described below. If it names one, cancel and write to us.`
      : `If Windows asks, the publisher must read “${signing.windowsPublisher}”: if it names another publisher or none, cancel and write to us.`,
};

/** Whether the page says “Not signed” for one of the builds. Older releases do not record their signatures, and are signed. */
const isUnsigned = (release: SignedVersion | null, ...platforms: Platform[]): release is SignedVersion =>
  release?.unsigned !== undefined && platforms.some((platform) => !release.builds[platform].signature);
