import { GetPublicKeyCommand } from '@aws-sdk/client-kms';
import { kms } from '../platform/aws/kms.ts';
import { readingResource } from '../platform/custom-resource.ts';

const client = kms();

/** Reads the public key of a key in KMS for CloudFront, because CloudFormation has no attribute for it. */
export const handler = readingResource(async ({ KeyId }) => {
  const { PublicKey: der } = await client.send(new GetPublicKeyCommand({ KeyId }));
  if (!der) throw new Error('KMS returned no public key.');
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return { Pem: ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n') };
});
