import { describe, expect, test } from 'vitest';
import { readInfrastructure } from './read-infrastructure.ts';

const read = (...resources: { Type: string; Properties?: object }[]) =>
  readInfrastructure({
    Resources: Object.fromEntries(resources.map((resource, index) => [`R${index}`, resource])),
  });

test('counts the resources with a monthly price', () => {
  const rule = { Name: 'rule' };
  expect(
    read(
      { Type: 'AWS::KMS::Key' },
      { Type: 'AWS::SecretsManager::Secret' },
      { Type: 'AWS::SecretsManager::Secret' },
      { Type: 'AWS::WAFv2::WebACL', Properties: { Rules: [rule, rule, rule] } },
      { Type: 'AWS::CloudWatch::Dashboard' },
    ),
  ).toMatchObject({ keys: 1, secrets: 2, firewalls: 1, firewallRules: 3, dashboards: 1 });
});

test('counts each metric of an alarm’s expression, and one for other alarms', () => {
  const metric = { Id: 'm', MetricStat: {} };
  expect(
    read(
      { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } },
      { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [metric, metric, { Expression: 'm / m' }] } },
    ).alarmMetrics,
  ).toBe(3);
});

test('counts several filters of one metric once', () => {
  const filter = (MetricName: string, FilterPattern: string) => ({
    Type: 'AWS::Logs::MetricFilter',
    Properties: {
      FilterPattern,
      MetricTransformations: [{ MetricNamespace: 'site', MetricName, MetricValue: '1' }],
    },
  });
  expect(
    read(filter('Registrations', 'a'), filter('Registrations', 'b'), filter('Refunds', 'a')).metrics,
  ).toBe(2);
});

test('counts eight more metrics for a distribution with additional metrics', () => {
  expect(read({ Type: 'AWS::CloudFront::MonitoringSubscription' }).metrics).toBe(8);
});

test('counts edge functions by behavior; the default behavior serves pages, icon and settings', () => {
  const FunctionAssociations = [{ EventType: 'viewer-request' }];
  expect(
    read({
      Type: 'AWS::CloudFront::Distribution',
      Properties: {
        DistributionConfig: {
          CacheBehaviors: [
            { PathPattern: '/api/*', FunctionAssociations },
            { PathPattern: '/assets/*' },
            { PathPattern: '/media/*', FunctionAssociations },
          ],
          DefaultCacheBehavior: { FunctionAssociations },
        },
      },
    }).kindsWithEdgeFunction,
  ).toEqual(['api', 'picture', 'page', 'icon', 'settings']);
});

describe('schedules', () => {
  const rule = (ScheduleExpression: string) => ({
    Type: 'AWS::Events::Rule',
    Properties: { ScheduleExpression },
  });

  test('counts the runs of schedules, and none for event rules', () => {
    expect(
      read(rule('rate(1 hour)'), { Type: 'AWS::Events::Rule', Properties: { EventPattern: {} } }),
    ).toMatchObject({
      scheduledRuns: 730,
      polledQueues: 0,
      polledFifoQueues: 0,
    });
  });

  test('rejects a schedule that is not a rate', () => {
    expect(() => read(rule('cron(0 12 * * ? *)'))).toThrow('cron(0 12 * * ? *)');
  });
});

test('rejects a resource type without a price and names it', () => {
  expect(() => read({ Type: 'AWS::EC2::NatGateway' })).toThrow('AWS::EC2::NatGateway');
});
