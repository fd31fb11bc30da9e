import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { AwsStub } from 'aws-sdk-client-mock';

type Tables = AwsStub<ServiceInputTypes, ServiceOutputTypes, DynamoDBDocumentClientResolvedConfig>;

/** From now on, each call is above its limit. */
export const exceedLimits = (tables: Tables) =>
  tables
    .on(UpdateCommand, { TableName: 'Limits' })
    .rejects(new ConditionalCheckFailedException({ message: 'No.', $metadata: {} }));
