import { describe, expect, test } from 'vitest';
import { readInfrastructure } from './read-infrastructure.ts';

const read = (...resources: { Type: string; Properties?: object }[]) =>
  readInfrastructure({
    Resources: Object.fromEntries(resources.map((resource, index) => [`R${index}`, resource])),
  });

test('what costs by the month is counted', () => {
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

test('an alarm over an expression costs for each metric in it, any other for one', () => {
  const metric = { Id: 'm', MetricStat: {} };
  expect(
    read(
      { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } },
      { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [metric, metric, { Expression: 'm / m' }] } },
    ).alarmMetrics,
  ).toBe(3);
});

test('several filters for one metric make one metric', () => {
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

test('a distribution that tells more of itself has eight metrics more', () => {
  expect(read({ Type: 'AWS::CloudFront::MonitoringSubscription' }).metrics).toBe(8);
});

test('an edge function runs where the distribution says so; the default behavior has pages, icon and settings', () => {
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

  test('are runs a month; a rule for events is none', () => {
    expect(
      read(rule('rate(1 hour)'), { Type: 'AWS::Events::Rule', Properties: { EventPattern: {} } }),
    ).toMatchObject({
      scheduledRuns: 730,
      polledQueues: 0,
    });
  });

  test('that are no rates are not guessed', () => {
    expect(() => read(rule('cron(0 12 * * ? *)'))).toThrow('cron(0 12 * * ? *)');
  });
});

test('a kind of resource that nobody has priced is refused by its name', () => {
  expect(() => read({ Type: 'AWS::EC2::NatGateway' })).toThrow('AWS::EC2::NatGateway');
});
