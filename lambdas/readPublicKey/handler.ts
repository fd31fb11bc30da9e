import { GetPublicKeyCommand } from '@aws-sdk/client-kms';
import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse } from 'aws-lambda';
import { kms } from '../platform/aws/kms.ts';
import { describeError, logger } from '../platform/logger.ts';

/** The values that a template can read with `Fn::GetAtt`. */
type Attributes = Record<string, string>;

/**
 * Answers CloudFormation, which calls the function during a deployment and waits for a PUT to the
 * URL in the event. Nothing is deleted when the resource is.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/crpg-ref.html
 * @param read returns the attributes of the resource with these properties
 */
export function readingResource(
  read: (properties: Record<string, string>) => Promise<Attributes>,
): (event: CloudFormationCustomResourceEvent) => Promise<void> {
  return async (event) => {
    const { LogicalResourceId, RequestId, ResponseURL, StackId } = event;
    const shared = { LogicalResourceId, RequestId, StackId, PhysicalResourceId: LogicalResourceId };
    const succeed = (Data: Attributes) => ({ ...shared, Status: 'SUCCESS' as const, Data });
    const answer: CloudFormationCustomResourceResponse =
      event.RequestType === 'Delete'
        ? succeed({})
        : await read(event.ResourceProperties).then(succeed, (error: unknown) => {
            logger.error('a resource was not read', { error: describeError(error) });
            return { ...shared, Status: 'FAILED', Reason: 'The log of the function says what failed.' };
          });
    // S3 signed the URL for an empty content type.
    const { ok, status } = await fetch(ResponseURL, {
      method: 'PUT',
      headers: { 'content-type': '' },
      body: Buffer.from(JSON.stringify(answer)),
    });
    if (!ok) throw new Error(`CloudFormation answered ${status}.`);
  };
}

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
