import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  Metric,
  SingleValueWidget,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type BusinessMetric, businessMetrics } from '../contract/events/business-metrics.ts';
import { routes } from '../contract/operations/routes.ts';
import type { BusinessCounts } from './business-counts.ts';
import { type Data, SiteTable } from './data.ts';
import type { LambdaFunction } from './lambda-function.ts';
import { markdownLinkToRunbook } from './runbook.ts';

interface SiteDashboardProps {
  siteName: string;
  functions: LambdaFunction[];
  counts: BusinessCounts;
  httpApi: HttpApi;
  distribution: Distribution;
  data: Data;
  queues: ReadonlyMap<string, Queue>;
  deadLetterQueues: ReadonlyMap<string, Queue>;
  alarms: IAlarm[];
}

const labels: Record<BusinessMetric, string> = {
  RegistrationsStarted: 'Registrations started',
  Registrations: 'Registrations',
  RegistrationsUnpublished: 'Registrations without event',
  PasswordResetsUnpublished: 'Password resets without event',
  CheckoutsStarted: 'Checkouts started',
  LicensesGranted: 'Licenses granted',
  Refunds: 'Refunds',
  Downloads: 'Downloads',
  MailsBounced: 'Emails bounced',
  MailsWithheld: 'Emails withheld',
  Complaints: 'Complaints',
  MailingsPaused: 'Mailings paused',
  LettersRefused: 'Contact messages rejected',
  CodeMailsRefused: 'Code emails rejected',
  WebhookFailures: 'Webhook failures',
  OrdersRepaired: 'Orders repaired',
  RecordsWithoutAccount: 'Records without an account',
};

/** CloudWatch's grid. */
const fullWidth = 24;

/** The dashboard: business numbers first, then possible causes. */
export class SiteDashboard extends Construct {
  readonly dashboard: Dashboard;

  constructor(
    scope: Construct,
    id: string,
    {
      siteName,
      functions,
      counts,
      httpApi,
      distribution,
      data,
      queues,
      deadLetterQueues,
      alarms,
    }: SiteDashboardProps,
  ) {
    super(scope, id);
    this.dashboard = new Dashboard(this, 'Dashboard', {
      dashboardName: siteName,
      defaultInterval: Duration.days(1),
    });
    const [answering, following] = [true, false].map((isOperation) =>
      functions.filter(({ folder }) => folder in routes === isOperation),
    ) as [LambdaFunction[], LambdaFunction[]];
    const tables = data.node.children.filter((child): child is SiteTable => child instanceof SiteTable);
    const waiting = (all: ReadonlyMap<string, Queue>) =>
      [...all].map(([label, queue]) =>
        queue.metricApproximateNumberOfMessagesVisible({ label, statistic: Stats.MAXIMUM }),
      );
    const sum = { statistic: Stats.SUM };
    const mail = (metricName: string, statistic: string, label: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic, label });

    const row = (title: string, sections: string[], ...widgets: IWidget[]) => {
      const links = sections.map((section) => markdownLinkToRunbook(section)).join(', ');
      const text = new TextWidget({ markdown: `## ${title}\n${links}`, width: fullWidth, height: 2 });
      this.dashboard.addWidgets(text);
      this.dashboard.addWidgets(...widgets);
    };
    const ofFunctions = (title: string, lambdas: LambdaFunction[]) => [
      graph(
        `${title}: errors and throttles`,
        lambdas.flatMap((lambda) => [
          lambda.metricErrors({ ...sum, label: `${lambda.folder} errors` }),
          lambda.metricThrottles({ ...sum, label: `${lambda.folder} throttles` }),
        ]),
      ),
      graph(
        `${title}: duration, p99`,
        lambdas.map((lambda) => lambda.metricDuration({ statistic: Stats.p(99), label: lambda.folder })),
      ),
    ];

    this.dashboard.addWidgets(
      new TextWidget({
        markdown: `# ${siteName}\nWhat an alarm means, how to look, what to do: \`docs/runbook.md\`.`,
        width: fullWidth,
        height: 2,
      }),
    );
    this.dashboard.addWidgets(
      new SingleValueWidget({
        title: 'Business numbers, over the time shown',
        metrics: businessMetrics.map((name) => counts.metric(name).with({ label: labels[name] })),
        setPeriodToTimeRange: true,
        width: fullWidth,
        height: 4,
      }),
    );
    this.dashboard.addWidgets(
      graph(
        'Per hour',
        businessMetrics.map((name) =>
          counts.metric(name).with({ label: labels[name], period: Duration.hours(1) }),
        ),
      ),
      new AlarmStatusWidget({ title: 'Alarms', alarms, width: fullWidth / 2, height: 6 }),
    );
    row(
      'API',
      ['Errors of the API', 'Slow answers'],
      graph('Requests', [
        httpApi.metricCount({ ...sum, label: 'Requests' }),
        httpApi.metricClientError({ ...sum, label: 'Refused (4xx)' }),
        httpApi.metricServerError({ ...sum, label: 'Failed (5xx)' }),
      ]),
      graph('Latency in milliseconds', [
        httpApi.metricLatency({ statistic: Stats.p(50), label: 'p50' }),
        httpApi.metricLatency({ statistic: Stats.p(99), label: 'p99' }),
      ]),
    );
    row('Functions that answer', ['Errors of the API', 'Throttling'], ...ofFunctions('Answering', answering));
    row(
      'Functions that follow from events',
      ['Dead letters', 'Errors at sign-up'],
      ...ofFunctions('Following', following),
    );
    row(
      'Events and payments',
      ['Dead letters', 'Webhook failures', 'Orders repaired'],
      graph('Messages waiting', waiting(queues), fullWidth / 3),
      graph('Dead letters waiting', waiting(deadLetterQueues), fullWidth / 3),
      graph(
        'Payments',
        [
          counts.metric('WebhookFailures').with({ label: labels.WebhookFailures }),
          counts.metric('OrdersRepaired').with({ label: labels.OrdersRepaired }),
        ],
        fullWidth / 3,
      ),
    );
    row(
      'Emails of the whole account',
      ['Bounces and complaints'],
      graph('Emails', [
        mail('Send', Stats.SUM, 'Sent'),
        mail('Bounce', Stats.SUM, 'Bounced'),
        mail('Complaint', Stats.SUM, 'Complaints'),
      ]),
      graph('Rates that SES reviews', [
        mail('Reputation.BounceRate', Stats.AVERAGE, 'Bounces (review at 0.05)'),
        mail('Reputation.ComplaintRate', Stats.AVERAGE, 'Complaints (review at 0.001)'),
      ]),
    );
    row(
      'Delivery and tables',
      ['Errors of the site', 'Throttling'],
      graph(
        'Requests to the CDN',
        [distribution.metricRequests({ ...sum, label: 'Requests' })],
        fullWidth / 3,
      ),
      graph(
        'In percent of them',
        [
          distribution.metric4xxErrorRate({ label: 'Refused or missing (4xx)' }),
          distribution.metric5xxErrorRate({ label: 'Failed (5xx)' }),
          distribution.metricCacheHitRate({ label: 'Answered from the cache' }),
        ],
        fullWidth / 3,
      ),
      graph(
        'Throttled in tables',
        tables.flatMap((table) =>
          ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) =>
            table.metric(name, { ...sum, label: `${table.node.id} ${name}` }),
          ),
        ),
        fullWidth / 3,
      ),
    );
  }
}

function graph(title: string, left: IMetric[], width = fullWidth / 2): GraphWidget {
  return new GraphWidget({ title, left, width, height: 6, leftYAxis: { min: 0 } });
}
