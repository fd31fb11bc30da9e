import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * A call to a service that does not answer must fail before the function times out, so that the failure is logged and the event is retried.
 * The SDK tries three times. Without `throwOnRequestTimeout` it only logs a warning.
 */
const answersWithin = (requestTimeout: number) => ({
  requestHandler: { connectionTimeout: 1_000, requestTimeout, throwOnRequestTimeout: true },
});
/** Three attempts fit into the 10 s of an API function. */
export const soon = answersWithin(2_500);
/** For services that are called only by functions with a timeout of at least 30 s. */
const later = answersWithin(8_000);

/*
 * Every AWS client is created here. Each is a function, so that the bundler drops the clients that a Lambda does not use. A Lambda
 * calls them once, when it starts. The SDK reads region and credentials from the environment.
 */
export function dynamodb(): DynamoDBDocumentClient {
  // For DynamoDB, the SDK tries four times.
  const client = new DynamoDBClient(answersWithin(2_000));
  // DynamoDB rejects a plain write of an item that is part of a running transaction. The SDK retries errors that are marked as retryable.
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
export const cloudFront = () => new CloudFrontClient(later);
export const cloudWatch = () => new CloudWatchClient(soon);
export const cognito = () => new CognitoIdentityProviderClient(soon);
export const eventBridge = () => new EventBridgeClient({ maxAttempts: 2, ...answersWithin(1_500) });
/** For a Cognito trigger: Cognito waits five seconds for the trigger, including its cold start. */
export const eventBridgeInTrigger = () => new EventBridgeClient({ maxAttempts: 2, ...answersWithin(1_000) });
export const kms = () => new KMSClient(soon);
export const s3 = () => new S3Client(soon);
export const secretsManager = () => new SecretsManagerClient(soon);
export const ses = () => new SESv2Client(later);
/** For mailings, which must not be sent again when an answer gets lost. */
export const sesWithoutRetries = () => new SESv2Client({ maxAttempts: 1, ...later });
/** The region's endpoint rather than the host in the queue's URL, so that `AWS_ENDPOINT_URL_SQS` can redirect it. */
export const sqs = () => new SQSClient({ useQueueUrlAsEndpoint: false, ...soon });
export const ssm = () => new SSMClient(soon);
