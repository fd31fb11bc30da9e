import { describe, expect, it } from 'vitest';
import type { Template } from '../../scripts/build/keep-template.ts';
import { adaptTemplate } from './adapt-template.ts';

const adaptation = {
  gatewayPort: 4000,
  siteUrl: 'http://localhost:4500',
  environment: { SALES_TAX: 'none' },
};

const adapt = (Resources: object) =>
  adaptTemplate({ Resources, Outputs: {} } as Template, adaptation).Resources;

describe('adaptTemplate', () => {
  it('leaves out types that the second cloud does not support, and replaces references to them', () => {
    const adapted = adapt({
      Api: { Type: 'AWS::AppSync::Api', Properties: {} },
      Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [] } },
      Topic: {
        Type: 'AWS::SNS::Topic',
        DependsOn: ['Api', 'Queue'],
        Properties: {
          name: { Ref: 'Api' },
          arn: { 'Fn::GetAtt': ['Api', 'ApiArn'] },
          host: { 'Fn::GetAtt': ['Api', 'Dns.Http'] },
          queue: { 'Fn::GetAtt': ['Queue', 'Arn'] },
        },
      },
    });
    expect(adapted).toEqual({
      Topic: {
        Type: 'AWS::SNS::Topic',
        DependsOn: ['Queue'],
        Properties: {
          name: 'left-out-Api',
          arn: 'arn:aws:left-out:us-east-1:000000000000:Api',
          host: 'Api.Dns.Http',
          queue: { 'Fn::GetAtt': ['Queue', 'Arn'] },
        },
      },
    });
  });

  it('keeps an alarm of one metric', () => {
    const Alarm = { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } };
    expect(adapt({ Alarm })).toEqual({ Alarm });
  });

  it('replaces groups of origins by their first origin, and the address of the API', () => {
    const behavior = { PathPattern: '/x', TargetOriginId: 'group', TrustedKeyGroups: ['keys'] };
    const group = { Id: 'group', Members: { Items: [{ OriginId: 'first' }, { OriginId: 'second' }] } };
    const api = { Id: 'api', DomainName: 'api.amazonaws.com', OriginCustomHeaders: [{}] };
    const { Distribution } = adapt({
      HttpApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: {} },
      Distribution: {
        Type: 'AWS::CloudFront::Distribution',
        Properties: {
          DistributionConfig: {
            Origins: [{ Id: 'first' }, api],
            OriginGroups: { Items: [group] },
            DefaultCacheBehavior: { TargetOriginId: 'api' },
            CacheBehaviors: [behavior],
          },
        },
      },
    });
    expect(Distribution?.Properties.DistributionConfig).toEqual({
      OriginGroups: { Quantity: 0 },
      Origins: [
        { Id: 'first' },
        {
          ...api,
          DomainName: 'localhost',
          OriginPath: { 'Fn::Sub': '/_aws/execute-api/${HttpApi}/$default' },
          CustomOriginConfig: { OriginProtocolPolicy: 'http-only', HTTPPort: 4000 },
        },
      ],
      DefaultCacheBehavior: { TargetOriginId: 'api' },
      CacheBehaviors: [{ PathPattern: '/x', TargetOriginId: 'first', TrustedKeyGroups: [] }],
    });
  });

  it('shortens the time between two attempts of a queue', () => {
    const queue = { Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout: 180, FifoQueue: true } };
    const { Queue } = adapt({ Queue: queue });
    expect(Queue?.Properties).toEqual({ VisibilityTimeout: 10, FifoQueue: true });
  });

  it('replaces only the variables that a function has', () => {
    const Variables = { SALES_TAX: 'included', SITE_URL: 'https://example', OTHER: 'x' };
    const { One, Other } = adapt({
      One: { Type: 'AWS::Lambda::Function', Properties: { Environment: { Variables } } },
      Other: { Type: 'AWS::Lambda::Function', Properties: {} },
    });
    expect(One?.Properties.Environment.Variables).toEqual({
      SALES_TAX: 'none',
      SITE_URL: 'http://localhost:4500',
      OTHER: 'x',
    });
    expect(Other?.Properties).toEqual({});
  });

  it('removes only the denials without TLS from the policy of a bucket', () => {
    const allow = { Effect: 'Allow', Action: 's3:GetObject' };
    const deny = { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
    const { Policy } = adapt({
      Policy: { Type: 'AWS::S3::BucketPolicy', Properties: { PolicyDocument: { Statement: [deny, allow] } } },
    });
    expect(Policy?.Properties.PolicyDocument.Statement).toEqual([allow]);
  });
});
