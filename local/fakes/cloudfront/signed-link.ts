import { createPublicKey, verify } from 'node:crypto';

/** A response of CloudFront to a link that it does not accept. */
interface Refusal {
  code: 'AccessDenied' | 'InvalidKey' | 'MalformedSignature' | 'MissingKey';
  message: string;
}

interface SignedRequest {
  /** The address as the viewer requested it, such as `https://example.com/a.zip?Expires=…`. */
  url: string;
  /** The public keys of the behavior's key groups as PEM, by their ids. */
  publicKeyOf: (keyPairId: string) => Promise<string> | undefined;
  now: Date;
}

const denied: Refusal = { code: 'AccessDenied', message: 'Access denied' };

/**
 * Checks a link with a canned policy. The check follows CloudFront's documentation and shares no code with
 * the signer.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html
 */
export async function checkSignedLink({
  url,
  publicKeyOf,
  now,
}: SignedRequest): Promise<Refusal | undefined> {
  const [address = '', query = ''] = url.split('?');
  const ofCloudFront = new Map<string, string>();
  const kept: string[] = [];
  for (const part of query.split('&').filter(Boolean)) {
    const [name = '', ...value] = part.split('=');
    if (['Expires', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm'].includes(name)) {
      if (ofCloudFront.has(name)) return denied;
      ofCloudFront.set(name, value.join('='));
    } else kept.push(part);
  }
  const keyPairId = ofCloudFront.get('Key-Pair-Id');
  if (!keyPairId)
    return { code: 'MissingKey', message: 'Missing Key-Pair-Id query parameter or cookie value' };
  const publicKey = await publicKeyOf(keyPairId);
  if (!publicKey) return { code: 'InvalidKey', message: 'Unknown Key' };
  const expires = ofCloudFront.get('Expires') ?? '';
  if (!/^\d+$/.test(expires) || Number(expires) * 1000 <= now.getTime()) return denied;
  const signature = decode(ofCloudFront.get('Signature') ?? '');
  if (!signature) return { code: 'MalformedSignature', message: 'Could not decode Signature' };
  const resource = kept.length > 0 ? `${address}?${kept.join('&')}` : address;
  const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  const hash = ofCloudFront.get('Hash-Algorithm') === 'SHA256' ? 'sha256' : 'sha1';
  return verify(hash, Buffer.from(policy), createPublicKey(publicKey), signature) ? undefined : denied;
}

/** CloudFront replaces the characters of Base64 that have a meaning in a query: `+`, `=` and `/`. */
function decode(text: string): Buffer | undefined {
  if (!/^[A-Za-z0-9~-]+_{0,2}$/.test(text)) return undefined;
  return Buffer.from(text.replace(/-/g, '+').replace(/_/g, '=').replace(/~/g, '/'), 'base64');
}
