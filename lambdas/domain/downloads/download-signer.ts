import { type KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { secondsPerDay } from '../../../contract/rules/retention.ts';
import { expiredLinkDays, linkHours } from '../../../contract/rules/signed-links.ts';

/** An object of the builds bucket. */
export interface DownloadedObject {
  key: string;
  /** The newest version if it is missing. */
  versionId?: string | undefined;
}

export type DownloadSigner = (object: DownloadedObject, now: Date) => Promise<string>;

interface SigningKey {
  siteUrl: string;
  /** The key in KMS. */
  keyId: string;
  /** CloudFront's name of its public key. */
  keyPairId: string;
}

/**
 * Signs links to the distribution in CloudFront's format. Our edge function rejects a link after
 * `until` with a readable page; CloudFront itself would respond 403 with XML.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
 */
export function downloadSigner(kms: KMSClient, { siteUrl, keyId, keyPairId }: SigningKey): DownloadSigner {
  return async ({ key, versionId }, now) => {
    const until = Math.floor(now.getTime() / 1000) + linkHours * 3600;
    const expires = until + expiredLinkDays * secondsPerDay;
    const path = key.split('/').map(encodeURIComponent).join('/');
    // S3 reads `versionId` and `response-content-disposition`; only the edge function reads `until`.
    const query = new URLSearchParams({
      ...(versionId ? { versionId } : {}),
      'response-content-disposition': 'attachment',
      until: String(until),
    });
    const url = `${siteUrl}/${path}?${query}`;
    const { Signature: signature } = await kms.send(
      new SignCommand({
        KeyId: keyId,
        Message: Buffer.from(cannedPolicy(url, expires)),
        MessageType: 'RAW',
        SigningAlgorithm: 'ECDSA_SHA_256',
      }),
    );
    if (!signature) throw new Error('KMS returned no signature.');
    return `${url}&Expires=${expires}&Signature=${encode(signature)}&Key-Pair-Id=${keyPairId}&Hash-Algorithm=SHA256`;
  };
}

/** CloudFront builds the same text from the URL, so each character matters. */
const cannedPolicy = (url: string, expires: number) =>
  JSON.stringify({
    Statement: [{ Resource: url, Condition: { DateLessThan: { 'AWS:EpochTime': expires } } }],
  });

/** Base64 without the characters that have a meaning in a query. */
const encode = (bytes: Uint8Array) =>
  Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');
