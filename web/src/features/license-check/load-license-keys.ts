import { licenseKeysFile } from '../../../../contract/records/license-file-name.ts';
import type { LicenseKey } from './verify-in-browser.ts';

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
