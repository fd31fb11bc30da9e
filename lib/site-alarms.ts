import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { MathExpression, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { distributionMetric } from './distribution-metric.ts';
import type { LambdaFunction } from './lambda-function.ts';
import type { SiteMetrics } from './site-metrics.ts';
import { userPoolFirewallMetric } from './user-pool-firewall.ts';

interface SiteAlarmsProps {
  siteName: string;
  alarms: Alarms;
  metrics: SiteMetrics;
  httpApi: HttpApi;
  distribution: Distribution;
  /** The functions that Cognito calls. Nothing retries their failures. */
  cognitoTriggers: LambdaFunction[];
}

/**
 * The alarms in addition to those for dead letters: problems of visitors or buyers that do not
 * resolve themselves and that the team can solve. The reason for each threshold is next to it.
 */
export class SiteAlarms extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { siteName, alarms, metrics, httpApi, distribution, cognitoTriggers }: SiteAlarmsProps,
  ) {
    super(scope, id);

    // Every 5xx is a bug or an outage. One or two may be a short failure of Stripe or AWS, and a
    // high percentage of few requests.
    const errorsPeriod = Duration.minutes(15);
    alarms.watch('ApiErrors', {
      meaning:
        'At least 1% of the requests to the API, and at least three, failed within a quarter of an hour.',
      section: 'Errors of the API',
      affects: ['signIn', 'checkout', 'downloads'],
      metric: new MathExpression({
        label: 'Failed requests, in percent',
        expression: 'IF(FILL(errors, 0) >= 3, 100 * errors / requests, 0)',
        usingMetrics: {
          errors: httpApi.metricServerError({ period: errorsPeriod, statistic: Stats.SUM }),
          requests: httpApi.metricCount({ period: errorsPeriod, statistic: Stats.SUM }),
        },
        period: errorsPeriod,
      }),
      threshold: 1,
    });

    // A deployment or a short failure of S3 ends within five minutes. With fewer than 100 requests,
    // a few errors of the API would be 5%.
    const sitePeriod = Duration.minutes(5);
    alarms.watch('SiteErrors', {
      meaning: 'CloudFront could not deliver at least 5% of all requests, for ten of fifteen minutes.',
      section: 'Errors of the site',
      affects: ['pages'],
      metric: new MathExpression({
        label: 'Failed requests, in percent',
        expression: 'IF(requests >= 100, rate, 0)',
        usingMetrics: {
          rate: distributionMetric(distribution, '5xxErrorRate', {
            period: sitePeriod,
            statistic: Stats.AVERAGE,
          }),
          requests: distributionMetric(distribution, 'Requests', {
            period: sitePeriod,
            statistic: Stats.SUM,
          }),
        },
        period: sitePeriod,
      }),
      threshold: 5,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
    });

    // Lambda and Cognito try three times, so three errors are one person who gets nothing.
    alarms.watch('SignUpErrors', {
      meaning: 'Emails with codes, or registrations, failed three times within a quarter of an hour.',
      section: 'Errors at sign-up',
      affects: ['signIn', 'email'],
      metric: new MathExpression({
        label: 'Failed runs',
        // A function that did not run in the period has no data, and a sum with no data is none.
        expression: Object.keys(byIndex(cognitoTriggers))
          .map((name) => `FILL(${name}, 0)`)
          .join(' + '),
        usingMetrics: Object.fromEntries(
          Object.entries(byIndex(cognitoTriggers)).map(([name, lambda]) => [
            name,
            lambda.metricErrors({ period: errorsPeriod, statistic: Stats.SUM }),
          ]),
        ),
        period: errorsPeriod,
      }),
      threshold: 3,
    });

    // Nothing retries: the account is confirmed, and no queue has the event.
    alarms.watch('RegistrationsUnpublished', {
      meaning: 'An account was confirmed, but its event could not be published, so no consumer handles it.',
      section: 'Errors at sign-up',
      affects: ['email'],
      metric: metrics.metric('RegistrationsUnpublished').with({ period: Duration.minutes(5) }),
      threshold: 1,
    });

    // The password is changed, and nothing retries.
    alarms.watch('PasswordResetsUnpublished', {
      meaning: 'A password was reset, but its event could not be published, so its owner gets no notice.',
      section: 'Errors at sign-up',
      affects: ['email'],
      metric: metrics.metric('PasswordResetsUnpublished').with({ period: Duration.minutes(5) }),
      threshold: 1,
    });

    // Somebody with the password of an admin may have turned off the app.
    alarms.watch('AdminsRemoved', {
      meaning: 'An admin without an authenticator app is being removed from the team.',
      section: 'An admin was removed',
      affects: [],
      metric: metrics.metric('AdminsRemoved').with({ period: Duration.minutes(5) }),
      threshold: 1,
    });

    // People who reach the limit lose a few requests and stop, but a program continues.
    // https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html
    alarms.watch('SignInsBlocked', {
      meaning:
        'The firewall blocked at least 200 requests to sign in, confirm or reset within a quarter of an hour.',
      section: 'Sign-ins blocked',
      affects: [],
      metric: new Metric({
        namespace: 'AWS/WAFV2',
        metricName: 'BlockedRequests',
        dimensionsMap: {
          WebACL: userPoolFirewallMetric(siteName),
          Region: Stack.of(this).region,
          Rule: 'ALL',
        },
        statistic: Stats.SUM,
        period: errorsPeriod,
      }),
      threshold: 200,
    });

    // All functions of an account share its concurrency, and none of ours has reserved any, so the
    // account's metric is the right one. Lambda or the visitor retries after a burst; a limit that
    // is too low keeps throttling.
    alarms.watch('Throttles', {
      meaning: 'More functions wanted to run at once than the account allows, for ten of fifteen minutes.',
      section: 'Throttling',
      affects: ['signIn', 'checkout', 'downloads'],
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: Stats.SUM,
        period: Duration.minutes(5),
      }),
      threshold: 1,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
    });

    // A cold start with a call to Stripe takes up to two seconds. With fewer than twenty requests,
    // the slowest would be the 99th percentile.
    const latencyPeriod = Duration.minutes(5);
    alarms.watch('SlowAnswers', {
      meaning: 'One of a hundred requests to the API took three seconds or more, for a quarter of an hour.',
      section: 'Slow answers',
      affects: ['signIn', 'checkout', 'downloads'],
      metric: new MathExpression({
        label: 'p99 in milliseconds, of twenty requests or more',
        expression: 'IF(requests >= 20, latency, 0)',
        usingMetrics: {
          latency: httpApi.metricLatency({ period: latencyPeriod, statistic: Stats.p(99) }),
          requests: httpApi.metricCount({ period: latencyPeriod, statistic: Stats.SUM }),
        },
        period: latencyPeriod,
      }),
      threshold: 3000,
      evaluationPeriods: 3,
    });

    // Stripe retries each event several times within the first hour: three failures are more than a
    // short problem.
    const hour = Duration.hours(1);
    alarms.watch('WebhookFailures', {
      meaning: 'At least three Stripe events could not be processed within an hour.',
      section: 'Webhook failures',
      affects: ['checkout'],
      metric: metrics.metric('WebhookFailures').with({ period: hour }),
      threshold: 3,
    });

    // The limit of the whole site is far above what people write, so even one rejected message
    // means that a program sends them.
    alarms.watch('ContactMessagesRefused', {
      meaning: 'The contact form refuses messages, because the whole site had too many within an hour.',
      section: 'Contact messages rejected',
      affects: [],
      metric: metrics.metric('ContactMessagesRefused').with({ period: hour }),
      threshold: 1,
    });

    // People who wait for an email press the button again, so a few are refused every day.
    alarms.watch('CodeMailsRefused', {
      meaning:
        'At least twenty emails with codes were refused within an hour: too many for one recipient or for the site.',
      section: 'Code emails rejected',
      affects: [],
      metric: metrics.metric('CodeMailsRefused').with({ period: hour }),
      threshold: 20,
    });

    // The team gets an email about each. Several at once need an alarm.
    alarms.watch('OrdersRepaired', {
      meaning: 'At least three orders differed from Stripe and were repaired within an hour.',
      section: 'Orders repaired',
      affects: ['checkout'],
      metric: metrics.metric('OrdersRepaired').with({ period: hour }),
      threshold: 3,
    });

    // With more than five, the pool is probably the wrong one.
    alarms.watch('RecordsWithoutAccount', {
      meaning: 'More than five records no longer have an account. The sweep deletes none of them.',
      section: 'Records without an account',
      affects: [],
      metric: metrics.metric('RecordsWithoutAccount').with({ period: hour }),
      threshold: 1,
    });

    // A person decides whether it continues.
    alarms.watch('MailingsPaused', {
      meaning: 'A mailing has paused by itself. The desk says why.',
      section: 'A mailing has paused',
      affects: [],
      metric: metrics.metric('MailingsPaused').with({ period: Duration.minutes(5) }),
      threshold: 1,
    });

    // From these rates on, AWS reviews an account; at 10% and 0.5% it may stop all emails. SES
    // counts all stages of the account together.
    // https://docs.aws.amazon.com/ses/latest/dg/reputationdashboardmessages.html
    const reputation = (metricName: string) => ({
      metric: new Metric({ namespace: 'AWS/SES', metricName, statistic: Stats.AVERAGE, period: hour }),
      // While no email is sent, a rate keeps its value.
      treatMissingData: TreatMissingData.IGNORE,
      section: 'Bounces and complaints',
      // Emails still arrive, and with this treatment the alarm would say OK without data.
      affects: [],
    });
    alarms.watch('BounceRate', {
      meaning:
        'At least 5% of our emails bounce. AWS reviews such an account, and may stop all its emails at 10%.',
      ...reputation('Reputation.BounceRate'),
      threshold: 0.05,
    });
    alarms.watch('ComplaintRate', {
      meaning:
        'At least 0.1% of our emails are reported as spam. AWS reviews such an account, and may stop all its emails at 0.5%.',
      ...reputation('Reputation.ComplaintRate'),
      threshold: 0.001,
    });
  }
}

/** Metric math requires names that begin with a lower-case letter. */
function byIndex<Item>(items: Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item, index) => [`m${index}`, item]));
}
