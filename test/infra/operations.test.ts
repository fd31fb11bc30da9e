import { globSync, readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { businessMetrics } from '../../contract/events/business-metrics.ts';
import type { StageSettings } from '../../lib/stage-settings.ts';
import { stages } from '../../lib/stages.ts';
import { resourcesOf, synthesize, synthesizeParts } from './synthesize.ts';

const site = await synthesize(stages.dev);
const alarms = resourcesOf(site, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
const functions = resourcesOf(site, 'AWS::Lambda::Function').filter(
  ([, { Properties }]) => Properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME,
);

/** The alarm whose logical id starts with the name. */
function alarm(name: string) {
  const [found] = resourcesOf(site, 'AWS::CloudWatch::Alarm').filter(([id]) =>
    id.startsWith(`Alarms${name}`),
  );
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return found[1].Properties;
}

/** Sections of docs/alarms.md below "The alarms", by their anchors as Markdown makes them. */
function alarmSections(): Map<string, string> {
  const [, chapter = ''] =
    /\n## The alarms\n(.*?)(?:\n## |$)/s.exec(readFileSync('docs/alarms.md', 'utf8')) ?? [];
  return new Map(
    chapter
      .split('\n### ')
      .slice(1)
      .map((section) => {
        const [title = ''] = section.split('\n');
        return [
          title
            .toLowerCase()
            .replaceAll(' ', '-')
            .replace(/[^\w-]/g, ''),
          section,
        ];
      }),
  );
}

const budgetsOf = async (stage: StageSettings) =>
  resourcesOf((await synthesizeParts(stage)).monitoring, 'AWS::Budgets::Budget').map(
    ([, { Properties }]) => Properties,
  );
const [budget] = await budgetsOf(stages.prod);
const anchorIn = (text: string) => /docs\/alarms\.md#([\w-]+)$/.exec(text)?.[1];
const named = new Set(
  [...alarms.map(({ AlarmDescription }) => AlarmDescription), budget.Budget.BudgetName].map(anchorIn),
);

describe('the runbook', () => {
  const sections = alarmSections();

  test('has a section for each alarm and the budget, and an alarm for each section', () => {
    expect([...named].sort()).toEqual([...sections.keys()].sort());
  });

  test.each([...sections])('begins %s with its meaning, followed by steps', (_, section) => {
    expect(section).toMatch(/^.+\n\n[A-Z`].*\.\n(.*\n)*1\. /);
  });

  test('links only to existing sections', () => {
    const runbook = readFileSync('docs/alarms.md', 'utf8');
    const links = [...runbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
    expect(links).not.toEqual([]);
    const headings = [...runbook.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(' ', '-')
        .replace(/[^\w-]/g, ''),
    );
    expect(headings).toEqual(expect.arrayContaining(links));
  });
});

describe('every alarm', () => {
  test('notifies the team when it starts and when it is over', () => {
    const toTopic = [{ Ref: expect.stringMatching(/^AlarmsTopic/) }];
    for (const properties of alarms) {
      expect(properties).toMatchObject({ AlarmActions: toTopic, OKActions: toTopic });
      expect(properties.InsufficientDataActions).toBeUndefined();
    }
  });

  test('has a name of its own that begins with the name of the site, by which the desk finds it', () => {
    const names = alarms.map(({ AlarmName }) => AlarmName);
    expect(names.filter((name) => !name?.startsWith('site-'))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('says in a sentence what it means', () => {
    for (const { AlarmDescription } of alarms)
      expect(AlarmDescription).toMatch(
        /^[A-Z].{20,}\. What to do: (https:\/\/\S+\/)?docs\/alarms\.md#[a-z-]+$/,
      );
  });
});

describe('the alarms', () => {
  interface MetricPart {
    Id: string;
    Expression?: string;
    MetricStat?: {
      Metric: { MetricName: string; Dimensions?: { Value: { Ref: string } }[] };
      Stat: string;
      Period: number;
    };
  }

  /** The metric math expression, with the names of metrics in place of ids. */
  const expressionOf = (parts: MetricPart[]) =>
    parts.reduce(
      (text, { Id, MetricStat }) =>
        MetricStat
          ? text.replaceAll(
              new RegExp(`\\b${Id}\\b`, 'g'),
              `${MetricStat.Metric.MetricName}/${MetricStat.Stat}/${MetricStat.Period}`,
            )
          : text,
      parts.find(({ Expression }) => Expression)?.Expression ?? '',
    );

  test('raises an alarm when requests to the API fail, unless they are few', () => {
    const { Threshold, EvaluationPeriods, Metrics } = alarm('ApiErrors');
    expect(expressionOf(Metrics)).toBe('IF(FILL(5xx/Sum/900, 0) >= 3, 100 * 5xx/Sum/900 / Count/Sum/900, 0)');
    expect([Threshold, EvaluationPeriods]).toEqual([1, 1]);
  });

  test('raises an alarm when the site fails for a while', () => {
    const { Threshold, EvaluationPeriods, DatapointsToAlarm, Metrics } = alarm('SiteErrors');
    expect(expressionOf(Metrics)).toBe('IF(Requests/Sum/300 >= 100, 5xxErrorRate/Average/300, 0)');
    expect([Threshold, EvaluationPeriods, DatapointsToAlarm]).toEqual([5, 3, 2]);
  });

  test('raises an alarm when a function without a queue fails', () => {
    const { Threshold, Metrics } = alarm('SignUpErrors');
    expect(expressionOf(Metrics)).toBe('FILL(Errors/Sum/900, 0) + FILL(Errors/Sum/900, 0)');
    expect(Threshold).toBe(3);
    const watched = (Metrics as MetricPart[])
      .flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? [])
      .map(({ Value }) => Value.Ref);
    const queued = resourcesOf(site, 'AWS::Lambda::EventInvokeConfig').flatMap(([, { Properties }]) =>
      Properties.DestinationConfig?.OnFailure ? Properties.FunctionName.Ref : [],
    );
    const polling = resourcesOf(site, 'AWS::Lambda::EventSourceMapping').map(
      ([, { Properties }]) => Properties.FunctionName.Ref,
    );
    const integrations = JSON.stringify(resourcesOf(site, 'AWS::ApiGatewayV2::Integration'));
    // The distribution's own alarm counts failures of a function that it calls.
    const origins = resourcesOf(site, 'AWS::Lambda::Url').map(
      ([, { Properties }]) => Properties.TargetFunctionArn['Fn::GetAtt'][0],
    );
    // A failure ends the deployment that calls it.
    const deploying = resourcesOf(site, 'Custom::PublicKey').map(
      ([, { Properties }]) => Properties.ServiceToken['Fn::GetAtt'][0],
    );
    const unwatched = functions
      .map(([id]) => id)
      .filter(
        (id) => ![...queued, ...polling, ...origins, ...deploying].includes(id) && !integrations.includes(id),
      );
    expect(watched.sort()).toEqual(unwatched.sort());
  });

  test('raises an alarm when the account is throttled for a while', () => {
    expect(alarm('Throttles')).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'Throttles',
      Statistic: 'Sum',
      Threshold: 1,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 2,
    });
    expect(alarm('Throttles').Dimensions).toBeUndefined();
  });

  test('raises an alarm when answers are slow', () => {
    const { Threshold, EvaluationPeriods, Metrics } = alarm('SlowAnswers');
    expect(expressionOf(Metrics)).toBe('IF(Count/Sum/300 >= 20, Latency/p99/300, 0)');
    expect([Threshold, EvaluationPeriods]).toEqual([3000, 3]);
  });

  test('raises an alarm when an admin is removed, or an account or a password reset has no event', () => {
    for (const name of ['AdminsRemoved', 'RegistrationsUnpublished', 'PasswordResetsUnpublished'])
      expect(alarm(name)).toMatchObject({ Statistic: 'Sum', Period: 300, Threshold: 1 });
  });

  test.each(['WebhookFailures', 'OrdersRepaired'])(
    'raises an alarm when %s reaches three within an hour',
    (name) => {
      expect(alarm(name)).toMatchObject({
        MetricName: name,
        Statistic: 'Sum',
        Period: 3600,
        Threshold: 3,
        EvaluationPeriods: 1,
        TreatMissingData: 'notBreaching',
      });
    },
  );

  test('raises an alarm when many emails with codes are refused', () => {
    expect(alarm('CodeMailsRefused')).toMatchObject({
      MetricName: 'CodeMailsRefused',
      Statistic: 'Sum',
      Period: 3600,
      Threshold: 20,
    });
  });

  test('raises an alarm when the whole site gets too many contact messages', () => {
    expect(alarm('ContactMessagesRefused')).toMatchObject({
      MetricName: 'ContactMessagesRefused',
      Statistic: 'Sum',
      Period: 3600,
      Threshold: 1,
    });
  });

  test.each([
    ['BounceRate', 0.05],
    ['ComplaintRate', 0.001],
  ])('raises an alarm when SES would review the account: %s', (name, threshold) => {
    expect(alarm(name)).toMatchObject({
      Namespace: 'AWS/SES',
      MetricName: `Reputation.${name}`,
      Threshold: threshold,
      TreatMissingData: 'ignore',
    });
  });
});

describe('a business metric', () => {
  const filters = resourcesOf(site, 'AWS::Logs::MetricFilter').map(([, { Properties }]) => Properties);

  /** The functions that call `count` with one of the names, as their bundles say. */
  const counting = functions.flatMap(([, { Properties }]) => {
    const name: string = Properties.Environment.Variables.POWERTOOLS_SERVICE_NAME;
    const files = globSync(`dist/lambdas/${name}/*.js`).map((file) => readFileSync(file, 'utf8'));
    const bundle = files.join('\n');
    return businessMetrics
      .filter((metric) => new RegExp(`\\(["'\`]${metric}["'\`]`).test(bundle))
      .map((metric) => `${Properties.LoggingConfig.LogGroup.Ref} ${metric}`);
  });

  test('has a filter on the log of each function that counts it, and on no other', () => {
    const found = filters.map(({ LogGroupName, FilterPattern }) => {
      const [, metric] = /^\{ \$\.counted = "(\w+)" \}$/.exec(FilterPattern) ?? [];
      return `${LogGroupName.Ref} ${metric}`;
    });
    expect(counting).not.toEqual([]);
    expect(found.sort()).toEqual(counting.sort());
  });

  test('is one metric per stage', () => {
    const metrics = filters.flatMap(({ MetricTransformations }) => MetricTransformations);
    for (const metric of metrics) {
      expect(metric).toMatchObject({ MetricNamespace: 'site', MetricValue: '1' });
      // Each value of a dimension would be a separate metric at the full price.
      expect(metric.Dimensions).toBeUndefined();
    }
    expect([...new Set(metrics.map(({ MetricName }) => MetricName))].sort()).toEqual(
      [...businessMetrics].sort(),
    );
  });
});

describe('the dashboard', () => {
  const dashboards = resourcesOf(site, 'AWS::CloudWatch::Dashboard');
  const text = JSON.stringify(dashboards[0]?.[1].Properties.DashboardBody);

  test('is one page, named after the stack', () => {
    expect(dashboards).toHaveLength(1);
    expect(dashboards[0]?.[1].Properties.DashboardName).toBe('site');
  });

  test('begins with business numbers', () => {
    const first = text.indexOf('Business numbers');
    expect(first).toBeGreaterThan(0);
    for (const metric of businessMetrics) expect(text).toContain(`\\"site\\",\\"${metric}\\"`);
    for (const later of [
      '5xx',
      'Throttles',
      'p99',
      'dead letters',
      'Bounced',
      'CacheHitRate',
      'WriteThrottleEvents',
    ])
      expect(text.indexOf(later), later).toBeGreaterThan(first);
  });

  test('shows every alarm', () => {
    const names = resourcesOf(site, 'AWS::CloudWatch::Alarm').map(
      ([, { Properties }]) => Properties.AlarmName,
    );
    expect(names.filter((name) => !text.includes(`:alarm:${name}\\"`))).toEqual([]);
  });

  // CloudFormation begins the names of these resources with the name of their stack.
  test.each(['{AWS/Lambda,FunctionName}', '{AWS/SQS,QueueName}', '{AWS/DynamoDB,TableName}'])(
    'searches %s for the name of the site',
    (schema) => {
      expect(text).toContain(`SEARCH('${schema} site MetricName=`);
    },
  );

  test('names existing sections of the runbook', () => {
    const anchors = [...text.matchAll(/docs\/alarms\.md#([\w-]+)/g)].map(([, anchor]) => anchor);
    expect(anchors).not.toEqual([]);
    expect([...named]).toEqual(expect.arrayContaining(anchors));
  });

  test('can show the cache hit rate', () => {
    site.hasResourceProperties('AWS::CloudFront::MonitoringSubscription', {
      MonitoringSubscription: {
        RealtimeMetricsSubscriptionConfig: { RealtimeMetricsSubscriptionStatus: 'Enabled' },
      },
    });
  });
});

/** AWS allows at most 100 characters, without colons and backslashes. */
const budgetNamePattern = /^[^:\\]{1,100}$/;

test('notifies the alarm address of an account before and when its budget is spent', () => {
  const { alarmAddress, monthlyBudgetInDollars } = stages.prod;
  expect(budget).toEqual({
    Budget: expect.objectContaining({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: monthlyBudgetInDollars, Unit: 'USD' },
      BudgetName: expect.stringMatching(budgetNamePattern),
    }),
    NotificationsWithSubscribers: [
      ['FORECASTED', 80],
      ['ACTUAL', 100],
    ].map(([NotificationType, Threshold]) => ({
      Notification: {
        NotificationType,
        Threshold,
        ThresholdType: 'PERCENTAGE',
        ComparisonOperator: 'GREATER_THAN',
      },
      Subscribers: [{ SubscriptionType: 'EMAIL', Address: alarmAddress }],
    })),
  });
});

test('creates a budget with another name for another alarm address', async () => {
  const [other] = await budgetsOf({ ...stages.prod, alarmAddress: 'night@lorewright.example' });
  expect(other.Budget.BudgetName).not.toBe(budget.Budget.BudgetName);
});

test('keeps the name of the budget short enough for a long alarm address', async () => {
  const [long] = await budgetsOf({
    ...stages.prod,
    alarmAddress: `${'night-and-day-'.repeat(6)}@lorewright.example`,
  });
  expect(long.Budget.BudgetName).toMatch(budgetNamePattern);
  expect(anchorIn(long.Budget.BudgetName)).toBe('budget');
});

test('creates one budget for the stages of settings.ts, which may share an account', async () => {
  const { local: _, ...onAws } = stages;
  const budgets = await Promise.all(Object.values(onAws).map(budgetsOf));
  expect(budgets.flat()).toEqual([budget]);
});

describe('email', () => {
  const [[set, { Properties: properties }] = ['', { Properties: {} }]] = resourcesOf(
    site,
    'AWS::SES::ConfigurationSet',
  );

  test('uses our configuration set, whichever function sends it', () => {
    site.hasResourceProperties('AWS::SES::EmailIdentity', {
      ConfigurationSetAttributes: { ConfigurationSetName: { Ref: set } },
    });
  });

  test('is not sent to an address after a hard bounce or a complaint', () => {
    expect(properties.SuppressionOptions).toEqual({ SuppressedReasons: ['BOUNCE', 'COMPLAINT'] });
  });

  test('triggers events of this stage only', () => {
    site.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      ConfigurationSetName: { Ref: set },
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: ['bounce', 'complaint', 'delivery', 'renderingFailure'],
        EventBridgeDestination: {
          EventBusArn: {
            'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp(':event-bus/default$')])],
          },
        },
      },
    });
    site.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.ses'],
        'detail-type': [
          'Email Bounced',
          'Email Rendering Failed',
          'Email Delivered',
          'Email Complaint Received',
        ],
        detail: { mail: { tags: { 'ses:configuration-set': [{ Ref: set }] } } },
      },
    });
  });
});
