import { licenseKeysFile } from '../../../../contract/records/license-file-name.ts';
import { PageProblem } from '../../lib/page-problem.ts';
import { type GenuineLicense, type LicenseKey, maxLength, verifyInBrowser } from './verify-in-browser.ts';

const notALicense =
  'This is not a license file. Choose the file lorewright.license, or paste its whole text: three long parts with a dot between them.';

/**
 * Checks a license without sending it.
 * @param onText called with the text of a file
 * @throws PageProblem
 */
export async function examineLicense(
  content: string | File,
  onText: (text: string) => void,
): Promise<GenuineLicense> {
  const text = typeof content === 'string' ? content : await readSmallFile(content);
  onText(text);
  // An email program may wrap the text, and the License tab has it in a link to the app.
  const license = text.replace(/^\s*lorewright:\/\/license#/, '').replace(/\s+/g, '');
  if (!globalThis.crypto?.subtle) throw new PageProblem(unsupported);
  const keys = await loadLicenseKeys().catch((error: Error) => {
    throw new PageProblem(error.message);
  });
  const outcome = await verifyInBrowser(license, keys).catch((error: unknown) => {
    // A browser without Ed25519.
    throw error instanceof DOMException ? new PageProblem(unsupported) : error;
  });
  if (outcome.verdict === 'genuine') return outcome.license;
  if (outcome.verdict === 'notALicense') throw new PageProblem(notALicense);
  if (outcome.verdict === 'changed')
    throw new PageProblem(
      'This file is not genuine: it was changed after it was signed, or it is damaged. If it is yours, download it again from your account page.',
    );
  const { issuer } = outcome;
  throw new PageProblem(
    `No key of this site signed this file.${issuer ? ` It says that it comes from “${issuer}”, which may be another copy of the site.` : ''} If the file is new, load this page again.`,
  );
}

const unsupported =
  'This browser cannot check this kind of signature. Use a current version of Chrome, Edge, Firefox or Safari.';

async function readSmallFile(file: File): Promise<string> {
  if (file.size > maxLength)
    throw new PageProblem(
      `“${file.name}” is too large for a license file, which has at most ${maxLength.toLocaleString('en-US')} characters.`,
    );
  return file.text();
}

let keys: Promise<readonly LicenseKey[]> | undefined;

/** The published keys. Loaded once, so that the page works offline afterwards; after a failure the next call tries again. */
export function loadLicenseKeys(): Promise<readonly LicenseKey[]> {
  keys ??= fetchKeys().catch((cause: unknown) => {
    keys = undefined;
    throw new Error('The public keys could not be loaded. Check your connection and try again.', { cause });
  });
  return keys;
}

async function fetchKeys(): Promise<readonly LicenseKey[]> {
  const response = await fetch(`/${licenseKeysFile}`);
  if (!response.ok) throw new Error(`/${licenseKeysFile} responded with ${response.status}`);
  return ((await response.json()) as { keys: readonly LicenseKey[] }).keys;
}
