import { type Activity, type ActivityName, activities } from './activities.ts';
import { type HabitName, habits } from './habits.ts';
import type { PriceName } from './list-prices.ts';
import type { Infrastructure } from './read-infrastructure.ts';
import { type CountedVisit, type RequestKind, requestKinds, sum, type VisitStepName } from './visit.ts';

/** The AWS usage of a month. */
export interface MonthlyUse {
  pageViews: number;
  visits: number;
  activeUsers: number;
  /** The number of each activity. */
  happenings: Record<ActivityName, number>;
  paidFor: Record<PriceName, number>;
  /** The average number of concurrent function runs. */
  concurrentRuns: number;
  authentications: number;
  accountCreations: number;
  requests: Record<RequestKind, number>;
}

interface Given {
  pageViews: number;
  visit: CountedVisit;
  infrastructure: Infrastructure;
}

export const secondsPerMonth = 730 * 3600;
/**
 * Lambda polls an idle queue with five pollers that wait 20 seconds each.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const pollsPerMonth = (5 * secondsPerMonth) / 20;
const daysPerMonth = 730 / 24;
/** See docs/decisions/030-a-daily-sweep.md. */
const mostSweptADay = 400_000;
/** The ratio of the busiest hour to the average hour. */
export const busiestHourRatio = (habits.busiestHour.value * secondsPerMonth) / 3600;
const rate = (name: HabitName): number => habits[name].value;

/**
 * Computes the usage that AWS charges for from the page views, the counted visit and the
 * assumptions.
 */
export function monthlyUse({ pageViews, visit, infrastructure }: Given): MonthlyUse {
  const visits = pageViews / rate('pagesPerVisit');
  const accountVisits = visits * rate('signedInVisits');
  const activeUsers = accountVisits / rate('visitsPerActiveUser');
  const registrations = visits * rate('registrations');
  const users = registrations * rate('monthsOfUsers');
  const happenings: Record<ActivityName, number> = {
    registration: registrations,
    signIn: accountVisits * rate('signIns'),
    accountVisit: accountVisits,
    checkout: registrations * rate('checkouts'),
    download: registrations * rate('downloads'),
    update: activeUsers * rate('updates'),
    referralVisit: visits * rate('referralVisits'),
    letter: visits * rate('letters'),
    withdrawal: registrations * rate('checkouts') * rate('withdrawals'),
    supportCase: registrations * rate('supportCases'),
    // All four run every hour.
    reconciliation: infrastructure.scheduledRuns / 4,
    deskCompletion: infrastructure.scheduledRuns / 4,
    sweep: infrastructure.scheduledRuns / 4,
    mailingContinuation: infrastructure.scheduledRuns / 4,
    mailingRecipient: users * rate('mailings'),
    sweptAccount: Math.min(users, mostSweptADay) * daysPerMonth,
  };
  // The account page replaces another page of the visit.
  const steps: Record<VisitStepName, number> = {
    firstPage: visits * (1 - rate('laterVisits')),
    laterVisit: visits * rate('laterVisits'),
    nextPage: visits * (rate('pagesPerVisit') - 1) - accountVisits,
    accountPage: accountVisits,
    signIn: happenings.signIn + registrations,
  };

  const stepNames = Object.keys(steps) as VisitStepName[];
  const requests = Object.fromEntries(
    requestKinds.map((kind) => [
      kind,
      sum(stepNames.map((name) => steps[name] * visit[name].requests[kind])),
    ]),
  ) as Record<RequestKind, number>;
  const total = (of: (activity: Activity) => number) =>
    sum((Object.keys(activities) as ActivityName[]).map((name) => happenings[name] * of(activities[name])));
  // Stripe and updaters come through the distribution too.
  const apiCalls = requests.api + total((activity) => activity.apiCalls);
  const downloadedFiles = happenings.download + happenings.update;
  const deliveredRequests =
    sum(requestKinds.filter((kind) => kind !== 'userPool').map((kind) => requests[kind])) +
    (apiCalls - requests.api) +
    downloadedFiles;
  const cacheable = sum(
    requestKinds.filter((kind) => kind !== 'userPool' && kind !== 'api').map((kind) => requests[kind]),
  );
  const withEdgeFunction =
    sum(infrastructure.kindsWithEdgeFunction.map((kind) => requests[kind])) +
    (infrastructure.kindsWithEdgeFunction.includes('api') ? apiCalls - requests.api : 0) +
    downloadedFiles;
  const functionRuns = total(({ functions }) => sum(Object.values(functions).map(({ runs }) => runs)));
  const functionGigabyteSeconds = total(({ functions }) =>
    sum(
      Object.entries(functions).map(
        ([name, { milliseconds }]) => (milliseconds / 1000) * gigabytesOf(name, infrastructure),
      ),
    ),
  );
  const concurrentRuns =
    total(({ functions }) => sum(Object.values(functions).map(({ milliseconds }) => milliseconds))) /
    1000 /
    secondsPerMonth;
  // A running function caches a secret for five minutes and needs two at most. This is the upper
  // limit.
  const instances = Object.keys(infrastructure.functionMegabytes).length + concurrentRuns * busiestHourRatio;
  const secretReads = 2 * Math.min(functionRuns, (instances * secondsPerMonth) / (5 * 60));
  const logBytes =
    functionRuns * rate('loggedBytesPerRun') +
    (infrastructure.hasApiLog ? apiCalls * rate('loggedBytesPerCall') : 0);
  const releaseBytes = rate('keptBuilds') * rate('buildBytes');
  const accessLogBytes = infrastructure.hasAccessLog ? deliveredRequests * rate('loggedBytesPerCall') : 0;
  // A new user counts as active, and is already included if they visited again.
  const monthlyActiveUsers = Math.max(activeUsers, registrations);
  const inPlan = (plan: Infrastructure['userPoolPlan']) =>
    infrastructure.userPoolPlan === plan ? monthlyActiveUsers : 0;

  return {
    pageViews,
    visits,
    activeUsers: monthlyActiveUsers,
    happenings,
    concurrentRuns,
    authentications: total((activity) => activity.authentications),
    accountCreations: total((activity) => activity.accountCreations),
    requests,
    paidFor: {
      deliveredBytes:
        sum(stepNames.map((name) => steps[name] * visit[name].bytes)) + downloadedFiles * rate('buildBytes'),
      deliveredRequests,
      edgeFunctionRuns: withEdgeFunction,
      invalidatedPaths: rate('invalidatedPaths'),
      firewalls: infrastructure.firewalls,
      firewallRules: infrastructure.firewallRules,
      firewallRequests: infrastructure.firewalls > 0 ? deliveredRequests : 0,
      hostedZones: 1,
      storedBytes: releaseBytes + rate('storedSiteBytes') + accessLogBytes,
      objectReads: cacheable * rate('originReads') + total((activity) => activity.objectReads),
      objectWrites: rate('writtenFiles'),
      apiCalls,
      functionRuns,
      functionGigabyteSeconds,
      tableReads: total((activity) => activity.tableReads),
      tableWrites: total((activity) => activity.tableWrites),
      tableBytes: users * rate('userBytes'),
      recoverableBytes: users * rate('userBytes'),
      publishedEvents: total((activity) => activity.events),
      channelOperations: total((activity) => activity.channelOperations),
      connectionMinutes: accountVisits * rate('openMinutes'),
      queueRequests: infrastructure.polledQueues * pollsPerMonth,
      fifoQueueRequests: infrastructure.polledFifoQueues * pollsPerMonth,
      mails: total((activity) => activity.mails),
      alarmMails: 10,
      activeUsersLite: inPlan('LITE'),
      activeUsersEssentials: inPlan('ESSENTIALS'),
      activeUsersPlus: inPlan('PLUS'),
      keys: infrastructure.keys,
      keyRequests: total((activity) => activity.keyRequests),
      signatures: total((activity) => activity.signatures),
      secrets: infrastructure.secrets,
      secretReads,
      logBytes,
      keptLogBytes: (logBytes * infrastructure.logDays) / 30,
      metrics: infrastructure.metrics,
      alarmMetrics: infrastructure.alarmMetrics,
      dashboards: infrastructure.dashboards,
    },
  };
}

function gigabytesOf(functionName: string, { functionMegabytes }: Infrastructure): number {
  const megabytes = functionMegabytes[functionName];
  if (!megabytes)
    throw new Error(
      `scripts/commands/cost/activities.ts names ${functionName}, which is not a function of the stack.`,
    );
  return megabytes / 1024;
}
