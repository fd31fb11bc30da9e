import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { stageMatrix } from './stage-matrix.ts';
import { synthesize } from './synthesize.ts';

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shapes.
  Properties: any;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

interface Found extends Resource {
  id: string;
  /** Whether the stage keeps its data when the stack is deleted. */
  keepsData: boolean;
  /** The other resources of the stack that refer to this one. */
  referring: Resource[];
}

/** Checks for each resource of a type: encryption, retention, and whether it outlives the stack. */
const expectations: Record<string, (found: Found) => void> = {
  'AWS::DynamoDB::GlobalTable': (table) => {
    expect(table.Properties.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
    for (const replica of table.Properties.Replicas) {
      expect(replica.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled).toBe(true);
      expect(replica.DeletionProtectionEnabled ?? false).toBe(table.keepsData);
    }
    expectRetentionIfDataIsKept(table, 'Retain');
  },
  'AWS::S3::Bucket': (bucket) => {
    const [rule] = bucket.Properties.BucketEncryption.ServerSideEncryptionConfiguration;
    expect(rule.ServerSideEncryptionByDefault.SSEAlgorithm).toBe('AES256');
    expect(Object.values(bucket.Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    // There are no access control lists, so only policies grant access.
    expect(bucket.Properties.AccessControl).toBeUndefined();
    const rules: { ExpirationInDays?: number; Status: string }[] =
      bucket.Properties.LifecycleConfiguration.Rules;
    const expiries = rules.flatMap(({ ExpirationInDays: days }) => days ?? []);
    if (bucket.id.startsWith('StorageAccessLog')) expect(expiries).toEqual([30]);
    else {
      expect(bucket.Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
      expect(expiries).toEqual([]);
    }
    const statements = bucket.referring
      .filter(({ Type }) => Type === 'AWS::S3::BucketPolicy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    expect(statements).toContainEqual(deniedWithoutTls('s3:*'));
    expectRetentionIfDataIsKept(bucket);
  },
  'AWS::Cognito::UserPool': (pool) => {
    // Cognito encrypts its data, and has no setting for it.
    expect(pool.Properties.DeletionProtection).toBe(pool.keepsData ? 'ACTIVE' : 'INACTIVE');
    expectRetentionIfDataIsKept(pool, 'Retain');
  },
  'AWS::Cognito::UserPoolGroup': (group) => expectRetentionIfDataIsKept(group),
  'AWS::Cognito::UserPoolClient': (client) => expectRetentionIfDataIsKept(client),
  'AWS::KMS::Key': (key) => {
    // KMS does not rotate keys that sign.
    const isSigning = key.Properties.KeyUsage === 'SIGN_VERIFY';
    expect(key.Properties.EnableKeyRotation).toBe(isSigning ? undefined : true);
    // Alarms that were encrypted with this key have already been sent as emails.
    // Links to downloads work for hours only.
    if (/^(AlarmsTopicKey|DownloadLinksKey)/.test(key.id)) expectDeletionWithStack(key);
    else expectRetentionIfDataIsKept(key);
  },
  'AWS::SecretsManager::Secret': (secret) => {
    // Without its own key, it is encrypted with the AWS managed key for secrets of the account.
    expect(secret.Properties.KmsKeyId).toBeUndefined();
    expect(secret.Properties.SecretString).toBeUndefined();
    if (secret.id.startsWith('DistributionSecrets')) expectDeletionWithStack(secret);
    else expectRetentionIfDataIsKept(secret);
  },
  'AWS::Logs::LogGroup': (logs) => {
    // CloudWatch encrypts all log groups. The privacy policy promises a month.
    expect(logs.Properties.RetentionInDays).toBe(30);
    expectDeletionWithStack(logs);
  },
  'AWS::SQS::Queue': (queue) => {
    expect(queue.Properties.SqsManagedSseEnabled).toBe(true);
    expect(queue.Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
    const statements = queue.referring
      .filter(({ Type }) => Type === 'AWS::SQS::QueuePolicy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    expect(statements).toContainEqual(deniedWithoutTls('sqs:*'));
    expectDeletionWithStack(queue);
  },
  'AWS::SNS::Topic': (topic) => {
    expect(topic.Properties.KmsMasterKeyId).toBeDefined();
    const statements = topic.referring
      .filter(({ Type }) => Type === 'AWS::SNS::TopicPolicy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    expect(statements).toContainEqual(deniedWithoutTls('sns:Publish'));
  },
  'AWS::Lambda::Function': (lambda) => {
    // Lambda encrypts settings with its own key. Secrets in them are references, which the template
    // does not resolve.
    for (const value of Object.values(lambda.Properties.Environment?.Variables ?? {}))
      expect(JSON.stringify(value)).not.toMatch(/sk_|whsec_|"[\w+/=]{40,}"/);
    // CDK empties buckets with its own function, which logs to Lambda's default log group. It
    // exists only on stages that keep no data.
    if (lambda.id.startsWith('CustomS3AutoDeleteObjects')) expect(lambda.keepsData).toBe(false);
    else expect(lambda.Properties.LoggingConfig.LogGroup).toBeDefined();
  },
  'AWS::Lambda::EventInvokeConfig': ({ Properties }) => {
    // Lambda keeps an event for at most this time.
    expect(Properties.MaximumEventAgeInSeconds).toBeLessThanOrEqual(6 * 60 * 60);
  },
  'AWS::Lambda::EventSourceMapping': ({ Properties }) => {
    // It keeps nothing: a failed message stays in its queue, or moves to the dead-letter queue of
    // that queue.
    expect(Properties.DestinationConfig).toBeUndefined();
  },
  'AWS::Events::Rule': ({ Properties }) => {
    for (const { RetryPolicy } of Properties.Targets)
      expect(RetryPolicy.MaximumEventAgeInSeconds).toBeLessThanOrEqual(24 * 60 * 60);
  },
  'AWS::Events::EventBus': ({ referring }) => {
    // EventBridge encrypts events with its own key. Nothing is archived.
    expect(referring.map(({ Type }) => Type)).not.toContain('AWS::Events::Archive');
  },
  'AWS::CloudFront::Distribution': ({ Properties: { DistributionConfig: config } }) => {
    for (const behavior of [config.DefaultCacheBehavior, ...config.CacheBehaviors])
      expect(['redirect-to-https', 'https-only']).toContain(behavior.ViewerProtocolPolicy);
    for (const { CustomOriginConfig: origin, OriginAccessControlId: access } of config.Origins) {
      if (origin)
        expect(origin).toMatchObject({ OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] });
      else expect(access).toBeDefined();
    }
    if (config.Aliases) expect(config.ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021');
    expect(config.WebACLId).toBeDefined();
  },
  'AWS::CloudFront::OriginAccessControl': ({ Properties: { OriginAccessControlConfig: config } }) => {
    expect(config).toMatchObject({ SigningBehavior: 'always', SigningProtocol: 'sigv4' });
  },
  'AWS::Logs::Delivery': ({ Properties }) => {
    const personal = [
      'c-ip',
      'c-port',
      'c-country',
      'asn',
      'cs(User-Agent)',
      'cs(Referer)',
      'cs(Cookie)',
      'cs-uri-query',
      'x-forwarded-for',
    ];
    expect(Properties.RecordFields.filter((field: string) => personal.includes(field))).toEqual([]);
    // A header may contain a token or a license.
    expect(Properties.RecordFields.filter((field: string) => /header|authorization/i.test(field))).toEqual(
      [],
    );
    expect(Properties.RecordFields).toEqual(
      expect.arrayContaining(['date', 'time', 'cs-uri-stem', 'sc-status']),
    );
  },
  'AWS::ApiGatewayV2::Stage': ({ Properties }) => {
    expect(Properties.AccessLogSettings.DestinationArn).toBeDefined();
    expect(Properties.AccessLogSettings.Format).not.toMatch(
      /identity|userAgent|authorizer\.claims|querystring|header/i,
    );
  },
  'AWS::WAFv2::WebACL': ({ Properties }) => {
    for (const { VisibilityConfig } of [Properties, ...Properties.Rules])
      expect(VisibilityConfig).toMatchObject({
        CloudWatchMetricsEnabled: true,
        SampledRequestsEnabled: false,
      });
  },
};

/** Settings and connections without data that could be read, lost or kept too long. */
const holdsNothing = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  // Messages are delivered at once and never stored.
  'AWS::AppSync::Api',
  'AWS::AppSync::ChannelNamespace',
  'AWS::Budgets::Budget',
  'AWS::CertificateManager::Certificate',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::KeyGroup',
  'AWS::CloudFront::MonitoringSubscription',
  'AWS::CloudFront::PublicKey',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::WAFv2::WebACLAssociation',
  'AWS::Cognito::UserPoolRiskConfigurationAttachment',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Url',
  'AWS::Logs::DeliveryDestination',
  'AWS::Logs::DeliverySource',
  'AWS::Logs::MetricFilter',
  'AWS::Route53::RecordSet',
  'AWS::S3::BucketPolicy',
  'AWS::SES::ConfigurationSet',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SES::EmailIdentity',
  'AWS::SNS::Subscription',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SSM::Parameter',
  'Custom::CDKBucketDeployment',
  'Custom::PublicKey',
  'Custom::S3AutoDeleteObjects',
];

const templates: [name: string, template: Template, keepsData: boolean][] = [];
for (const [name, stage] of stageMatrix) templates.push([name, await synthesize(stage), stage.keepsData]);

describe.each(templates)('on %s', (_, template, keepsData) => {
  const resources: Record<string, Resource> = template.toJSON().Resources;
  const byType = Map.groupBy(Object.entries(resources), ([, { Type }]) => Type);
  const referring = findReferring(resources);

  test.each([...byType])('gives %s the expected encryption, retention and deletion', (type, found) => {
    if (holdsNothing.includes(type)) return;
    const expectation = expectations[type];
    if (!expectation)
      throw new Error(
        `${type} is new. Add it to expectations or to holdsNothing in ${import.meta.filename}.`,
      );
    for (const [id, resource] of found)
      expectation({ ...resource, id, keepsData, referring: referring.get(id) ?? [] });
  });
});

/** The resources that refer to each resource, by its id. */
function findReferring(resources: Record<string, Resource>): Map<string, Resource[]> {
  const referring = new Map<string, Resource[]>();
  for (const resource of Object.values(resources)) {
    const text = JSON.stringify(resource.Properties ?? {});
    const ids = [...text.matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].map(([, id = '']) => id);
    for (const id of new Set(ids)) referring.set(id, [...(referring.get(id) ?? []), resource]);
  }
  return referring;
}

function expectRetentionIfDataIsKept(
  { keepsData, DeletionPolicy, UpdateReplacePolicy }: Found,
  onDeletion = 'RetainExceptOnCreate',
): void {
  expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(
    keepsData ? [onDeletion, 'Retain'] : ['Delete', 'Delete'],
  );
}

function expectDeletionWithStack({ DeletionPolicy, UpdateReplacePolicy }: Found): void {
  expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['Delete', 'Delete']);
}

const deniedWithoutTls = (action: string) =>
  expect.objectContaining({
    Effect: 'Deny',
    Action: action,
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  });
