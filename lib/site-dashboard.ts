import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  Metric,
  SearchExpression,
  SingleValueWidget,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { type BusinessMetric, businessMetrics } from '../contract/events/business-metrics.ts';
import { distributionMetric } from './distribution-metric.ts';
import { markdownLinkToRunbook } from './runbook.ts';
import type { SiteMetrics } from './site-metrics.ts';

interface SiteDashboardProps {
  siteName: string;
  metrics: SiteMetrics;
  httpApi: HttpApi;
  distribution: Distribution;
  /** The names of all alarms of the site. */
  alarmNames: string[];
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
  ContactMessagesRefused: 'Contact messages rejected',
  CodeMailsRefused: 'Code emails rejected',
  WebhookFailures: 'Webhook failures',
  AdminsRemoved: 'Admins removed',
  OrdersRepaired: 'Orders repaired',
  RecordsWithoutAccount: 'Records without an account',
};

/** CloudWatch's grid. */
const fullWidth = 24;

/**
 * The dashboard: business numbers first, then possible causes. It finds functions, queues and tables
 * by the name of the site instead of referring to each: CloudFormation resolves each reference to
 * another stack by a call of its own, and throttles them
 * (https://github.com/aws/aws-cdk/issues/38010). With more than 50 metrics it would cost $3 a month.
 */
export class SiteDashboard extends Construct {
  readonly dashboard: Dashboard;

  constructor(
    scope: Construct,
    id: string,
    { siteName, metrics, httpApi, distribution, alarmNames }: SiteDashboardProps,
  ) {
    super(scope, id);
    this.dashboard = new Dashboard(this, 'Dashboard', {
      dashboardName: siteName,
      defaultInterval: Duration.days(1),
    });
    this.dashboard.addWidgets(
      new TextWidget({
        markdown: `# ${siteName}\nThe meaning of each alarm, and the next steps: \`docs/alarms.md\`.`,
        width: fullWidth,
        height: 2,
      }),
    );
    this.addBusiness(siteName, metrics, alarmNames);
    this.addApi(httpApi);
    this.addFunctions(siteName);
    this.addMail();
    this.addDelivery(siteName, distribution);
  }

  private addRow(title: string, sections: string[], ...widgets: IWidget[]): void {
    const links = sections.map((section) => markdownLinkToRunbook(section)).join(', ');
    const text = new TextWidget({ markdown: `## ${title}\n${links}`, width: fullWidth, height: 2 });
    this.dashboard.addWidgets(text);
    this.dashboard.addWidgets(...widgets);
  }

  private addBusiness(siteName: string, metrics: SiteMetrics, alarmNames: string[]): void {
    const arnOf = (resourceName: string) =>
      Stack.of(this).formatArn({
        service: 'cloudwatch',
        resource: 'alarm',
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    this.dashboard.addWidgets(
      new SingleValueWidget({
        title: 'Business numbers, over the time shown',
        metrics: businessMetrics.map((name) => metrics.metric(name).with({ label: labels[name] })),
        setPeriodToTimeRange: true,
        width: fullWidth,
        height: 4,
      }),
    );
    this.dashboard.addWidgets(
      graph('Business numbers, per hour', [
        search(`{"${siteName}"}`, { statistic: Stats.SUM, period: Duration.hours(1) }),
      ]),
      new AlarmStatusWidget({
        title: 'Alarms',
        alarms: alarmNames.map((name) => Alarm.fromAlarmArn(this, name, arnOf(name))),
        width: fullWidth / 2,
        height: 6,
      }),
    );
  }

  private addApi(httpApi: HttpApi): void {
    const sum = { statistic: Stats.SUM };
    this.addRow(
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
  }

  private addFunctions(siteName: string): void {
    const functions = (metricName: string, statistic: string) =>
      highest(
        search(`{AWS/Lambda,FunctionName} ${ofSite(siteName)} MetricName="${metricName}"`, { statistic }),
      );
    this.addRow(
      'Functions and queues: the ten highest of each kind',
      [
        'Errors of the API',
        'Throttling',
        'Dead letters',
        'Errors at sign-up',
        'Webhook failures',
        'Orders repaired',
      ],
      graph('Errors', [functions('Errors', Stats.SUM)], fullWidth / 4),
      graph('Throttles', [functions('Throttles', Stats.SUM)], fullWidth / 4),
      graph('Duration, p99', [functions('Duration', Stats.p(99))], fullWidth / 4),
      graph(
        'Messages waiting, with dead letters',
        [
          highest(
            search(
              `{AWS/SQS,QueueName} ${ofSite(siteName)} MetricName="ApproximateNumberOfMessagesVisible"`,
              { statistic: Stats.MAXIMUM },
            ),
          ),
        ],
        fullWidth / 4,
      ),
    );
  }

  private addMail(): void {
    const mail = (metricName: string, statistic: string, label: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic, label });
    this.addRow(
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
  }

  private addDelivery(siteName: string, distribution: Distribution): void {
    // CloudWatch keeps the metrics of a table and those of its indexes apart.
    const throttled = ['TableName', 'TableName,GlobalSecondaryIndexName'].flatMap((dimensions) =>
      ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName) =>
        search(`{AWS/DynamoDB,${dimensions}} ${ofSite(siteName)} MetricName="${metricName}"`, {
          statistic: Stats.SUM,
        }),
      ),
    );
    const percent = (metricName: '4xxErrorRate' | '5xxErrorRate' | 'CacheHitRate', label: string) =>
      distributionMetric(distribution, metricName, { statistic: Stats.AVERAGE, label });
    this.addRow(
      'Delivery and tables',
      ['Errors of the site', 'Throttling'],
      graph(
        'Requests to the CDN',
        [distributionMetric(distribution, 'Requests', { statistic: Stats.SUM, label: 'Requests' })],
        fullWidth / 3,
      ),
      graph(
        'In percent of them',
        [
          percent('4xxErrorRate', 'Refused or missing (4xx)'),
          percent('5xxErrorRate', 'Failed (5xx)'),
          percent('CacheHitRate', 'Answered from the cache'),
        ],
        fullWidth / 3,
      ),
      graph('Throttled in tables and indexes', throttled, fullWidth / 3),
    );
  }
}

function graph(title: string, left: IMetric[], width = fullWidth / 2): GraphWidget {
  return new GraphWidget({ title, left, width, height: 6, leftYAxis: { min: 0 } });
}

interface SearchOptions {
  statistic: string;
  period?: Duration;
}

/** @param query in the syntax of https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html */
function search(query: string, { statistic, period = Duration.minutes(5) }: SearchOptions): SearchExpression {
  // Without a label of ours, each line has that of its metric.
  return new SearchExpression({
    expression: `SEARCH('${query}', '${statistic}', ${period.toSeconds()})`,
    label: '',
    period,
  });
}

/** The ten highest lines of a search. */
function highest({ expression, period }: SearchExpression): MathExpression {
  return new MathExpression({ expression: `SORT(${expression}, MAX, DESC, 10)`, label: '', period });
}

/**
 * CloudFormation begins the names of functions, queues and tables with the name of their stack, and
 * a search splits names into words at hyphens.
 */
function ofSite(siteName: string): string {
  return siteName.split('-').join(' ');
}
