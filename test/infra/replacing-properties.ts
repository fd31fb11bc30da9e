// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shapes.
type Properties = any;

const guide = 'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference';

/**
 * For each type of resource that holds data, the properties that CloudFormation cannot change in a
 * resource that exists: it replaces the resource, or the update fails. `npm run conformance:template`
 * compares them with the schemas of AWS.
 */
export const replacingProperties: Record<string, { properties: string[]; page: string }> = {
  'AWS::DynamoDB::GlobalTable': {
    properties: ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
    page: `${guide}/aws-resource-dynamodb-globaltable.html`,
  },
  'AWS::S3::Bucket': {
    properties: ['BucketName', 'BucketNamePrefix', 'BucketNamespace'],
    page: `${guide}/aws-resource-s3-bucket.html`,
  },
  'AWS::Cognito::UserPool': {
    properties: ['AliasAttributes', 'Schema', 'UsernameAttributes', 'UsernameConfiguration'],
    page: 'https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-updating.html',
  },
  'AWS::Cognito::UserPoolClient': {
    properties: ['GenerateSecret', 'UserPoolId'],
    page: `${guide}/aws-resource-cognito-userpoolclient.html`,
  },
  'AWS::Cognito::UserPoolGroup': {
    properties: ['GroupName', 'UserPoolId'],
    page: `${guide}/aws-resource-cognito-userpoolgroup.html`,
  },
  'AWS::KMS::Key': {
    properties: ['KeySpec', 'KeyUsage', 'MultiRegion', 'Origin'],
    page: `${guide}/aws-resource-kms-key.html`,
  },
  'AWS::SecretsManager::Secret': {
    properties: ['Name'],
    page: `${guide}/aws-resource-secretsmanager-secret.html`,
  },
};

/** Returns the properties that a resource must keep so that CloudFormation updates it in place. */
export function identityOf({ Type: type, Properties: all = {} }: { Type: string; Properties?: Properties }) {
  const names = replacingProperties[type]?.properties ?? [];
  const identity: Properties = Object.fromEntries(
    names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]),
  );
  // A change of the type of a key attribute also replaces a table. Other attributes come and go with indexes.
  const keys = (all.KeySchema ?? []).map(({ AttributeName }: Properties) => AttributeName);
  const types = (all.AttributeDefinitions ?? []).filter(({ AttributeName }: Properties) =>
    keys.includes(AttributeName),
  );
  return types.length > 0 ? { ...identity, AttributeDefinitions: types } : identity;
}
