import { filesOf, type ReleaseFile, type ReleaseManifest } from '../../../contract/records/release.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { platforms } from '../../../contract/rules/platforms.ts';

/**
 * The checksums of all builds that people can download, newest version first, in the format of `sha256sum --check`. Comments say who
 * signed each build, and when.
 */
export function checksumFile(manifests: ReleaseManifest[]): string {
  const versions = manifests
    .filter(({ yankedAt }) => !yankedAt)
    .map(({ version, date, builds, unsigned }) => {
      const files = platforms.flatMap((platform) => filesOf(builds[platform]));
      return [
        `# ${brand} ${version}, ${date.slice(0, 10)}${unsigned ? `: not all builds are signed. ${unsigned}` : ''}`,
        ...new Set(files.map((file) => linesOf(file))),
      ].join('\n');
    });
  return `${versions.join('\n\n')}\n`;
}

function linesOf({ fileName, sha256, signature }: ReleaseFile): string {
  const signer = signature ? `# signed by ${signature.publisher} at ${signature.signedAt}:\n` : '';
  return `${signer}${sha256}  ${fileName}`;
}
