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

/** What must hold of each resource of a type: that it is encrypted, how long it is kept, and whether it outlives the stack. */
const expectations: Record<string, (found: Found) => void> = {
  'AWS::DynamoDB::GlobalTable': (table) => {
    expect(table.Properties.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
    for (const replica of table.Properties.Replicas) {
      expect(replica.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled).toBe(true);
      expect(replica.DeletionProtectionEnabled ?? false).toBe(table.keepsData);
    }
    outlivesTheStackWithItsData(table);
  },
  'AWS::S3::Bucket': (bucket) => {
    const [rule] = bucket.Properties.BucketEncryption.ServerSideEncryptionConfiguration;
    expect(rule.ServerSideEncryptionByDefault.SSEAlgorithm).toBe('AES256');
    expect(Object.values(bucket.Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    // Without access control lists: who may what is said by policies alone.
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
    outlivesTheStackWithItsData(bucket);
  },
  'AWS::Cognito::UserPool': (pool) => {
    // Cognito encrypts what it keeps, and offers no setting for it.
    expect(pool.Properties.DeletionProtection).toBe(pool.keepsData ? 'ACTIVE' : 'INACTIVE');
    outlivesTheStackWithItsData(pool);
  },
  'AWS::Cognito::UserPoolGroup': outlivesTheStackWithItsData,
  'AWS::Cognito::UserPoolClient': outlivesTheStackWithItsData,
  'AWS::KMS::Key': (key) => {
    expect(key.Properties.EnableKeyRotation).toBe(true);
    // What was under the key of the alarms is a mail by now.
    if (key.id.startsWith('AlarmsTopicKey')) goesWithTheStack(key);
    else outlivesTheStackWithItsData(key);
  },
  'AWS::SecretsManager::Secret': (secret) => {
    // Without a key of its own, it is under the one that AWS keeps for this account's secrets.
    expect(secret.Properties.KmsKeyId).toBeUndefined();
    expect(secret.Properties.SecretString).toBeUndefined();
    if (secret.id.startsWith('DistributionSecrets')) goesWithTheStack(secret);
    else outlivesTheStackWithItsData(secret);
  },
  'AWS::Logs::LogGroup': (logs) => {
    // CloudWatch encrypts all log groups. The privacy policy says a month.
    expect(logs.Properties.RetentionInDays).toBe(30);
    goesWithTheStack(logs);
  },
  'AWS::SQS::Queue': (queue) => {
    expect(queue.Properties.SqsManagedSseEnabled).toBe(true);
    expect(queue.Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
    const statements = queue.referring
      .filter(({ Type }) => Type === 'AWS::SQS::QueuePolicy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    expect(statements).toContainEqual(deniedWithoutTls('sqs:*'));
    goesWithTheStack(queue);
  },
  'AWS::SNS::Topic': (topic) => {
    expect(topic.Properties.KmsMasterKeyId).toBeDefined();
    const statements = topic.referring
      .filter(({ Type }) => Type === 'AWS::SNS::TopicPolicy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    expect(statements).toContainEqual(deniedWithoutTls('sns:Publish'));
  },
  'AWS::Lambda::Function': (lambda) => {
    // Lambda encrypts settings by a key of its own. Secrets among them are references, which the template does not resolve.
    for (const value of Object.values(lambda.Properties.Environment?.Variables ?? {}))
      expect(JSON.stringify(value)).not.toMatch(/sk_|whsec_|"[\w+/=]{40,}"/);
    // CDK empties buckets by a function that writes its logs where Lambda puts them; it is there on stages that keep nothing only.
    if (lambda.id.startsWith('CustomS3AutoDeleteObjects')) expect(lambda.keepsData).toBe(false);
    else expect(lambda.Properties.LoggingConfig.LogGroup).toBeDefined();
  },
  'AWS::Lambda::EventInvokeConfig': ({ Properties }) => {
    // An event is kept by Lambda for as long at most.
    expect(Properties.MaximumEventAgeInSeconds).toBeLessThanOrEqual(6 * 60 * 60);
  },
  'AWS::Lambda::EventSourceMapping': ({ Properties }) => {
    // It keeps nothing: a failed message stays in its queue, or moves to the dead-letter queue of that queue.
    expect(Properties.DestinationConfig).toBeUndefined();
  },
  'AWS::Events::Rule': ({ Properties }) => {
    for (const { RetryPolicy } of Properties.Targets)
      expect(RetryPolicy.MaximumEventAgeInSeconds).toBeLessThanOrEqual(24 * 60 * 60);
  },
  'AWS::Events::EventBus': ({ referring }) => {
    // EventBridge encrypts what is under way by a key of its own. Nothing is archived.
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
    expect(Properties.RecordFields).toEqual(
      expect.arrayContaining(['date', 'time', 'cs-uri-stem', 'sc-status']),
    );
  },
  'AWS::ApiGatewayV2::Stage': ({ Properties }) => {
    expect(Properties.AccessLogSettings.DestinationArn).toBeDefined();
    expect(Properties.AccessLogSettings.Format).not.toMatch(
      /identity|userAgent|authorizer\.claims|querystring/i,
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

/** Settings and wiring: they hold nothing that could be read, lost or kept too long. */
const holdsNothing = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::Budgets::Budget',
  'AWS::CertificateManager::Certificate',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::MonitoringSubscription',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::WAFv2::WebACLAssociation',
  'AWS::Cognito::UserPoolRiskConfigurationAttachment',
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
  'Custom::S3AutoDeleteObjects',
];

const templates: [name: string, template: Template, keepsData: boolean][] = [];
for (const [name, stage] of stageMatrix) templates.push([name, await synthesize(stage), stage.keepsData]);

describe.each(templates)('on %s', (_, template, keepsData) => {
  const resources: Record<string, Resource> = template.toJSON().Resources;
  const byType = Map.groupBy(Object.entries(resources), ([, { Type }]) => Type);

  test.each([...byType])('%s has the expected encryption, retention and deletion', (type, found) => {
    if (holdsNothing.includes(type)) return;
    const expectation = expectations[type];
    if (!expectation)
      throw new Error(
        `${type} is new: say what must hold of it, or that it holds nothing (${import.meta.filename}).`,
      );
    for (const [id, resource] of found)
      expectation({ ...resource, id, keepsData, referring: referringTo(id) });
  });

  function referringTo(id: string): Resource[] {
    return Object.values(resources).filter(({ Properties }) =>
      new RegExp(`"(Ref|Fn::GetAtt)":\\[?"${id}"`).test(JSON.stringify(Properties ?? {})),
    );
  }
});

function outlivesTheStackWithItsData({ keepsData, DeletionPolicy, UpdateReplacePolicy }: Found): void {
  const policy = keepsData ? 'Retain' : 'Delete';
  expect([DeletionPolicy, UpdateReplacePolicy]).toEqual([policy, policy]);
}

function goesWithTheStack({ DeletionPolicy, UpdateReplacePolicy }: Found): void {
  expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['Delete', 'Delete']);
}

const deniedWithoutTls = (action: string) =>
  expect.objectContaining({
    Effect: 'Deny',
    Action: action,
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  });
