import { region } from '../lib/stages.ts';
import type { Resource } from '../scripts/build/keep-template.ts';

export const account = '000000000000';

/** Returns the value of `Ref` or `Fn::GetAtt` for a resource: the name that AWS would generate. */
export function localName(
  logicalId: string,
  { Type: type, Properties: properties }: Resource,
  attribute?: string,
): string {
  const name = logicalId.replace(/[0-9A-F]{8}$/, '');
  const arn = (service: string, path: string) => `arn:aws:${service}:${region}:${account}:${path}`;
  switch (type) {
    case 'AWS::Cognito::UserPool':
      if (attribute === 'Arn') return arn('cognito-idp', `userpool/${region}_Local`);
      return attribute === 'ProviderURL'
        ? `https://cognito-idp.${region}.amazonaws.com/${region}_Local`
        : `${region}_Local`;
    case 'AWS::Cognito::UserPoolClient':
      return name.toLowerCase();
    case 'AWS::DynamoDB::GlobalTable':
      return attribute === 'Arn' ? arn('dynamodb', `table/${name}`) : name;
    case 'AWS::S3::Bucket':
      if (attribute === 'Arn') return `arn:aws:s3:::${name.toLowerCase()}`;
      return attribute ? `${name.toLowerCase()}.s3.amazonaws.com` : name.toLowerCase();
    case 'AWS::KMS::Key':
      return attribute === 'Arn' ? arn('kms', `key/${name}`) : name;
    case 'AWS::SecretsManager::Secret':
      return arn('secretsmanager', `secret:${name}`);
    case 'AWS::ApiGatewayV2::Api':
      return attribute === 'ApiEndpoint' ? `https://${name}.execute-api.${region}.amazonaws.com` : name;
    case 'AWS::Lambda::Url':
      return attribute ? `https://${logicalId}.lambda-url.${region}.on.aws/` : logicalId;
    case 'AWS::SQS::Queue':
      if (attribute === 'Arn') return arn('sqs', name);
      return attribute ? name : `https://sqs.${region}.amazonaws.com/${account}/${name}`;
    case 'AWS::Events::EventBus':
      return properties.Name;
    case 'AWS::Lambda::Function':
      return name;
    default:
      // Roles, topics and policies: no one reads their names here, but each needs a different one.
      return attribute && attribute !== 'Arn' ? `${logicalId}.${attribute}` : logicalId;
  }
}

/** A resource of the stack with its logical id. */
export type Named = [logicalId: string, resource: Resource];
