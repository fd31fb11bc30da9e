import { habits } from './habits.ts';
import { busiestHourRatio, type MonthlyUse, secondsPerMonth } from './monthly-use.ts';
import type { Infrastructure } from './read-infrastructure.ts';

/** A quota of AWS or of our own. */
export interface Quota {
  name: string;
  limit: number;
  /** The use in the busiest hour or on the busiest day. */
  peak: number;
  page: string;
}

/** The quotas with the use in the busiest hour of a month, spread evenly over that hour. */
export function quotasAt(use: MonthlyUse, infrastructure: Infrastructure): Quota[] {
  const perSecond = (perMonth: number) => (perMonth / secondsPerMonth) * busiestHourRatio;
  const { paidFor, happenings } = use;
  const concurrent = use.concurrentRuns * busiestHourRatio;
  const lambda = 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html';
  const ses = 'https://docs.aws.amazon.com/ses/latest/dg/quotas.html';
  const cognito = 'https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html';
  const cloudFront =
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html';
  return [
    {
      name: 'Emails per day, first production quota',
      limit: 50_000,
      peak: paidFor.mails * habits.busiestDay.value,
      page: ses,
    },
    {
      name: 'Emails per second, first production quota',
      limit: 14,
      peak: perSecond(paidFor.mails),
      page: ses,
    },
    { name: 'Concurrent functions, new account', limit: 10, peak: concurrent, page: lambda },
    { name: 'Concurrent functions, usual account', limit: 1000, peak: concurrent, page: lambda },
    {
      name: 'API calls per second, if all used the busiest route (`lib/api-stage.ts`)',
      limit: infrastructure.apiCallsPerSecond,
      peak: perSecond(paidFor.apiCalls),
      page: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html',
    },
    {
      name: 'Sign-in steps per second (`UserAuthentication`)',
      limit: 120,
      peak: perSecond(use.authentications),
      page: cognito,
    },
    {
      name: 'Registration steps per second (`UserCreation`)',
      limit: 50,
      peak: perSecond(use.accountCreations),
      page: cognito,
    },
    {
      // All items of a code have the same partition key.
      name: 'Visits per second by one referral code, counted in one partition',
      limit: 1000,
      peak: perSecond(happenings.referralVisit) * habits.popularCode.value,
      page: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html',
    },
    {
      name: 'Downloads per second of one version, counted in one partition',
      limit: 1000,
      peak: perSecond(happenings.download),
      page: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html',
    },
    {
      name: 'Custom events per second',
      limit: 10_000,
      peak: perSecond(paidFor.publishedEvents),
      page: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html',
    },
    {
      name: 'GET requests per second to one prefix of S3',
      limit: 5500,
      peak: perSecond(paidFor.objectReads),
      page: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html',
    },
    {
      name: 'Requests to the distribution per second',
      limit: 250_000,
      peak: perSecond(paidFor.deliveredRequests),
      page: cloudFront,
    },
    {
      name: 'Gbit per second from the distribution',
      limit: 150,
      peak: (perSecond(paidFor.deliveredBytes) * 8) / 1e9,
      page: cloudFront,
    },
  ];
}

/** Returns the quota that is reached first. */
export const leastRoom = (quotas: Quota[]): Quota =>
  quotas.reduce((tightest, quota) =>
    quota.peak / quota.limit > tightest.peak / tightest.limit ? quota : tightest,
  );
