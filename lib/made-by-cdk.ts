import { type Stack, Token, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { importedArnOf } from './storage.ts';

/**
 * Acknowledges the findings about CDK's own function, which uploads the build during a deployment.
 * We cannot change its code or its permissions. Only CloudFormation calls it.
 */
export function acknowledgeMadeByCdk(stack: Stack, buckets: Bucket[]): void {
  const account = Token.isUnresolved(stack.account) ? '<AWS::AccountId>' : stack.account;

  const uploader = stack.node.findChild('Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C');
  const acknowledge = (reason: string, ...ids: string[]) =>
    Validations.of(uploader).acknowledge(...ids.map((id) => ({ id, reason })));
  acknowledge(
    "CDK's role. The policy lets it write logs, and nothing else.",
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
  );
  acknowledge(
    'CDK uses prefixes for the actions that read and write objects. All are limited to the buckets of the site and of its assets.',
    ...['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'].map(
      (action) => `AwsSolutions-IAM5[Action::s3:${action}*]`,
    ),
  );
  acknowledge(
    'It writes the whole site, so it may write any key of these buckets and read any asset of the deployment.',
    `AwsSolutions-IAM5[Resource::arn:aws:s3:::cdk-hnb659fds-assets-${account}-${stack.region}/*]`,
    ...buckets.map((bucket) => `AwsSolutions-IAM5[Resource::${importedArnOf(bucket)}/*]`),
  );
  acknowledge(
    'CDK chooses the version of Python and updates it.',
    'AwsSolutions-L1',
    'Serverless-LambdaLatestVersion',
  );
  acknowledge(
    'CloudFormation waits for its answer, and a failure ends the deployment with its error.',
    'Serverless-LambdaDLQ',
    'Serverless-LambdaTracing',
  );
}
