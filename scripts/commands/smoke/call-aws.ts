import { Sha256 } from '@aws-crypto/sha256-js';
import { STSClient } from '@aws-sdk/client-sts';
import { SignatureV4 } from '@smithy/signature-v4';
import { region } from '../../../lib/stages.ts';

/**
 * Calls a service of AWS without its SDK.
 * @throws Error with the answer if the service refuses
 */
export async function callAws(
  service: 'apigateway' | 'iam',
  { path, form }: { path: string; form?: URLSearchParams },
): Promise<string> {
  const host = service === 'iam' ? 'iam.amazonaws.com' : `${service}.${region}.amazonaws.com`;
  const sts = new STSClient({ region });
  const signer = new SignatureV4({ service, region, credentials: sts.config.credentials, sha256: Sha256 });
  const { method, headers, body } = await signer.sign({
    protocol: 'https:',
    hostname: host,
    method: form ? 'POST' : 'GET',
    path,
    query: {},
    headers: { host, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(form && { body: form.toString() }),
  });
  const answer = await fetch(`https://${host}${path}`, {
    method,
    headers,
    body,
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${host} answers ${answer.status}: ${text.slice(0, 300)}`);
  return text;
}
