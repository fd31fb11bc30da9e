import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { MathExpression, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import type { BusinessCounts } from './business-counts.ts';
import type { LambdaFunction } from './lambda-function.ts';

interface SiteAlarmsProps {
  alarms: Alarms;
  counts: BusinessCounts;
  httpApi: HttpApi;
  distribution: Distribution;
  /** The functions that Cognito calls: what they fail to do waits in no queue. */
  cognitoTriggers: LambdaFunction[];
}

/**
 * What somebody is to be woken for, besides dead letters: trouble that visitors or buyers have, that does not pass by itself, and that
 * somebody can do something about. Why each threshold is what it is stands beside it.
 */
export class SiteAlarms extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { alarms, counts, httpApi, distribution, cognitoTriggers }: SiteAlarmsProps,
  ) {
    super(scope, id);

    // Every 5xx is a bug or an outage. One or two may be Stripe's or AWS's bad second, and of few requests they would be many percent.
    const errorsPeriod = Duration.minutes(15);
    alarms.watch('ApiErrors', {
      meaning:
        'At least 1% of the requests to the API, and no fewer than three, failed within a quarter of an hour.',
      section: 'Errors of the API',
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

    // A deployment or a moment of S3's is over within five minutes. Of fewer than a hundred requests, the API's own errors would be 5%.
    const sitePeriod = Duration.minutes(5);
    alarms.watch('SiteErrors', {
      meaning:
        'At least 5% of all that visitors asked for could not be delivered, for ten of fifteen minutes.',
      section: 'Errors of the site',
      metric: new MathExpression({
        label: 'Failed requests, in percent',
        expression: 'IF(requests >= 100, rate, 0)',
        usingMetrics: {
          rate: distribution.metric5xxErrorRate({ period: sitePeriod }),
          requests: distribution.metricRequests({ period: sitePeriod, statistic: Stats.SUM }),
        },
        period: sitePeriod,
      }),
      threshold: 5,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
    });

    // Lambda and Cognito try three times, so three errors are one person who waits in vain.
    alarms.watch('SignUpErrors', {
      meaning: 'Mails with codes, or registrations, failed three times within a quarter of an hour.',
      section: 'Errors at sign-up',
      metric: new MathExpression({
        label: 'Failed runs',
        expression: Object.keys(byIndex(cognitoTriggers)).join(' + '),
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

    // Nothing tries again: the person was let in, and no queue holds the event.
    alarms.watch('RegistrationsUnpublished', {
      meaning: 'An account was confirmed and the bus does not know: nobody is welcomed.',
      section: 'Errors at sign-up',
      metric: counts.metric('RegistrationsUnpublished').with({ period: Duration.minutes(5) }),
      threshold: 1,
    });

    // The person has the new password, and nothing tries again.
    alarms.watch('PasswordResetsUnpublished', {
      meaning: 'A password was reset and the bus does not know: its owner gets no notice.',
      section: 'Errors at sign-up',
      metric: counts.metric('PasswordResetsUnpublished').with({ period: Duration.minutes(5) }),
      threshold: 1,
    });

    // All functions of an account share its concurrency, and none of ours has a part of its own: so the account's number is the true one.
    // A burst is tried again by Lambda, or by whoever clicks; a limit that is too low stays so.
    alarms.watch('Throttles', {
      meaning: 'More functions were to run at once than the account may, for ten of fifteen minutes.',
      section: 'Throttling',
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

    // A cold start with a call to Stripe takes up to two seconds. Of fewer than twenty requests, the slowest would be the 99th percentile.
    const latencyPeriod = Duration.minutes(5);
    alarms.watch('SlowAnswers', {
      meaning: 'One of a hundred requests to the API took three seconds or more, for a quarter of an hour.',
      section: 'Slow answers',
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

    // Stripe tries each event again, some times within the first hour: three failures are more than a bad second.
    const hour = Duration.hours(1);
    alarms.watch('WebhookFailures', {
      meaning: 'Three events of Stripe’s, or more, could not be taken within an hour.',
      section: 'Webhook failures',
      metric: counts.metric('WebhookFailures').with({ period: hour }),
      threshold: 3,
    });

    // The limit of the whole site is far above what people write: one letter that is refused means that something else writes.
    alarms.watch('LettersRefused', {
      meaning: 'The contact form refuses letters, because the whole site has had too many within an hour.',
      section: 'Letters refused',
      metric: counts.metric('LettersRefused').with({ period: hour }),
      threshold: 1,
    });

    // People who wait in vain press the button again, so a few are refused every day.
    alarms.watch('CodeMailsRefused', {
      meaning:
        'Twenty mails with codes, or more, were refused within an hour: too many for one recipient or for the site.',
      section: 'Code mails refused',
      metric: counts.metric('CodeMailsRefused').with({ period: hour }),
      threshold: 20,
    });

    // Of one the team gets a mail. Several at once are no accident.
    alarms.watch('OrdersRepaired', {
      meaning: 'Three orders or more had to be brought in step with Stripe within an hour.',
      section: 'Orders repaired',
      metric: counts.metric('OrdersRepaired').with({ period: hour }),
      threshold: 3,
    });

    // With more than five, the pool is probably the wrong one.
    alarms.watch('RecordsWithoutAccount', {
      meaning: 'More than five records have no account any more. The sweep deletes none of them.',
      section: 'Records without an account',
      metric: counts.metric('RecordsWithoutAccount').with({ period: hour }),
      threshold: 1,
    });

    // From these rates on, AWS reviews an account; at 10% and 0.5% it may end all mail. They are the account's: SES judges all its stages
    // together. https://docs.aws.amazon.com/ses/latest/dg/reputationdashboardmessages.html
    const reputation = (metricName: string) => ({
      metric: new Metric({ namespace: 'AWS/SES', metricName, statistic: Stats.AVERAGE, period: hour }),
      // While no mail is sent, a rate stays what it was.
      treatMissingData: TreatMissingData.IGNORE,
      section: 'Bounces and complaints',
    });
    alarms.watch('BounceRate', {
      meaning:
        'At least 5% of our mails bounce. AWS reviews such an account, and at 10% may stop all its mail.',
      ...reputation('Reputation.BounceRate'),
      threshold: 0.05,
    });
    alarms.watch('ComplaintRate', {
      meaning:
        'At least 0.1% of our mails are called spam. AWS reviews such an account, and at 0.5% may stop all its mail.',
      ...reputation('Reputation.ComplaintRate'),
      threshold: 0.001,
    });
  }
}

/** Metric math wants names that begin with a small letter. */
function byIndex<Item>(items: Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item, index) => [`m${index}`, item]));
}
