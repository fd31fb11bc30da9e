import { region } from '../../lib/stages.ts';
import type { Resource } from '../../scripts/build/keep-template.ts';

const account = '123456789012';

export const deployedParameters = {
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::URLSuffix': 'amazonaws.com',
};

/** The longest name that CloudFormation makes up for a resource of these types. */
const longestNames: Record<string, number> = {
  'AWS::IAM::Role': 64,
  'AWS::Lambda::Function': 64,
  'AWS::Lambda::LayerVersion': 140,
  'AWS::S3::Bucket': 63,
  'AWS::SQS::Queue': 80,
};

/** Identifiers of a fixed length. */
const identifiers: Record<string, number> = {
  'AWS::ApiGatewayV2::Api': 10,
  'AWS::AppSync::Api': 26,
  'AWS::CloudFront::Distribution': 14,
  'AWS::Cognito::UserPool': 19,
  'AWS::Cognito::UserPoolClient': 26,
  'AWS::KMS::Key': 36,
};

/** The part of an ARN before the name. */
const arnPrefixes: Record<string, string> = {
  'AWS::CloudFront::Distribution': `arn:aws:cloudfront::${account}:distribution/`,
  'AWS::Cognito::UserPool': `arn:aws:cognito-idp:${region}:${account}:userpool/`,
  'AWS::DynamoDB::GlobalTable': `arn:aws:dynamodb:${region}:${account}:table/`,
  'AWS::Events::Rule': `arn:aws:events:${region}:${account}:rule/`,
  'AWS::IAM::Role': `arn:aws:iam::${account}:role/`,
  'AWS::KMS::Key': `arn:aws:kms:${region}:${account}:key/`,
  'AWS::Lambda::Function': `arn:aws:lambda:${region}:${account}:function:`,
  'AWS::Logs::LogGroup': `arn:aws:logs:${region}:${account}:log-group:`,
  'AWS::S3::Bucket': 'arn:aws:s3:::',
  'AWS::SecretsManager::Secret': `arn:aws:secretsmanager:${region}:${account}:secret:`,
  'AWS::SNS::Topic': `arn:aws:sns:${region}:${account}:`,
  'AWS::SQS::Queue': `arn:aws:sqs:${region}:${account}:`,
};

/** A value as long as the one that AWS returns for `Ref` or `Fn::GetAtt` of a resource. */
export function deployedName(
  stack: string,
  logicalId: string,
  { Type: type, Properties: properties }: Resource,
  attribute?: string,
): string {
  if (attribute?.startsWith('Dns.')) return `${'x'.repeat(26)}.appsync-realtime-api.${region}.amazonaws.com`;
  const given = properties?.Name ?? properties?.QueueName;
  // CloudFormation adds twelve random characters.
  const generated = `${stack}-${logicalId}-${'X'.repeat(12)}`.slice(0, longestNames[type] ?? 255);
  const identifier = identifiers[type];
  const name = identifier ? 'x'.repeat(identifier) : typeof given === 'string' ? given : generated;
  const isArn = attribute === 'Arn' || (!attribute && type === 'AWS::SecretsManager::Secret');
  return isArn ? `${arnPrefixes[type] ?? ''}${name}` : name;
}
