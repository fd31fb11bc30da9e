import { type DownloadSigner, downloadSigner } from '../domain/downloads/download-signer.ts';
import { kms } from '../platform/aws/kms.ts';
import { readConfig, resourceName } from '../platform/config.ts';

/** Signs links with the key that the deployment names. */
export function downloadSigning(): DownloadSigner {
  const { DOWNLOAD_KEY_ID, DOWNLOAD_KEY_PAIR_ID, SITE_URL } = readConfig({
    DOWNLOAD_KEY_ID: resourceName,
    DOWNLOAD_KEY_PAIR_ID: resourceName,
    SITE_URL: resourceName,
  });
  return downloadSigner(kms(), {
    siteUrl: SITE_URL,
    keyId: DOWNLOAD_KEY_ID,
    keyPairId: DOWNLOAD_KEY_PAIR_ID,
  });
}
