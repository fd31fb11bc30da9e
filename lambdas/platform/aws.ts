import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/*
 * Every AWS client is made here. They are functions so that the bundler drops those a Lambda does not call; each Lambda
 * calls them once, when it starts. Region and credentials come from the environment, as the SDK reads it.
 */
export function dynamodb(): DynamoDBDocumentClient {
  const client = new DynamoDBClient({});
  // A plain write of an item that is just part of somebody's transaction is refused. It only has to come again, which the SDK does, a few
  // times and with a wait, when an error is marked so.
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        if (error instanceof TransactionConflictException) Object.assign(error, { $retryable: {} });
        throw error;
      }
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
export const cloudFront = () => new CloudFrontClient({});
export const cognito = () => new CognitoIdentityProviderClient({});
/** A trigger of Cognito's has five seconds in all, so a put that hangs must give up early. */
export const eventBridge = () =>
  new EventBridgeClient({ maxAttempts: 2, requestHandler: { requestTimeout: 1_500 } });
export const s3 = () => new S3Client({});
export const secretsManager = () => new SecretsManagerClient({});
export const ses = () => new SESv2Client({});
/** The region's endpoint rather than the host in the queue's URL, so that `AWS_ENDPOINT_URL_SQS` can redirect it. */
export const sqs = () => new SQSClient({ useQueueUrlAsEndpoint: false });
