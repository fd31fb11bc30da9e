import { describe, expect, test } from 'vitest';
import { activities } from './activities.ts';
import { habits } from './habits.ts';
import { prices } from './list-prices.ts';
import { monthlyUse, secondsPerMonth } from './monthly-use.ts';
import { dollarsFor } from './price.ts';
import { leastRoom, quotasAt } from './quotas.ts';
import type { Infrastructure } from './read-infrastructure.ts';
import { type CountedVisit, type RequestKind, requestKinds, type VisitStep } from './visit.ts';

const step = (requests: Partial<Record<RequestKind, number>>, bytes = 0): VisitStep => ({
  requests: Object.fromEntries(
    requestKinds.map((kind) => [kind, requests[kind] ?? 0]),
  ) as VisitStep['requests'],
  bytes,
});
const visit: CountedVisit = {
  firstPage: step({ page: 1, asset: 4 }, 1000),
  nextPage: step({ asset: 1 }, 100),
  laterVisit: step({ page: 1 }, 10),
  signIn: step({ page: 1, userPool: 2 }),
  accountPage: step({ page: 1, api: 1 }),
};
const functionNames = Object.values(activities).flatMap(({ functions }) => Object.keys(functions));
const infrastructure: Infrastructure = {
  keys: 2,
  secrets: 4,
  firewalls: 0,
  firewallRules: 0,
  metrics: 0,
  alarmMetrics: 12,
  dashboards: 0,
  tables: 8,
  userPoolPlan: 'ESSENTIALS',
  functionMegabytes: Object.fromEntries(functionNames.map((name) => [name, 512])),
  scheduledRuns: 730,
  polledQueues: 1,
  polledFifoQueues: 0,
  logDays: 30,
  hasAccessLog: false,
  hasApiLog: false,
  kindsWithEdgeFunction: ['page', 'api'],
  apiCallsPerSecond: 200,
};
const at = (pageViews: number, other: Partial<Infrastructure> = {}) =>
  monthlyUse({ pageViews, visit, infrastructure: { ...infrastructure, ...other } });

const views = 3_000_000;
const visits = views / habits.pagesPerVisit.value;

test('counts only fixed resources and scheduled runs without page views', () => {
  const { paidFor } = at(0);
  expect(paidFor).toMatchObject({ deliveredRequests: 0, mails: 0, functionRuns: 730, keys: 2, secrets: 4 });
});

test('multiplies the counted requests of each step', () => {
  const { requests } = at(views);
  const first = visits * (1 - habits.laterVisits.value);
  const accountVisits = visits * habits.signedInVisits.value;
  const next = visits * (habits.pagesPerVisit.value - 1) - accountVisits;
  expect(requests.asset).toBeCloseTo(first * 4 + next);
  expect(requests.api).toBeCloseTo(accountVisits);
});

test('does not count requests to the user pool as requests to the distribution', () => {
  const more = monthlyUse({
    pageViews: views,
    visit: { ...visit, signIn: step({ page: 1, userPool: 50 }) },
    infrastructure,
  });
  expect(more.paidFor.deliveredRequests).toBeCloseTo(at(views).paidFor.deliveredRequests);
});

test('doubles variable usage with twice the views', () => {
  const once = at(views).paidFor;
  const twice = at(2 * views).paidFor;
  for (const name of ['deliveredBytes', 'apiCalls', 'mails', 'tableWrites', 'signatures'] as const) {
    expect(twice[name] / once[name]).toBeCloseTo(2, 2);
  }
});

test('counts edge functions for the kinds of requests in the template', () => {
  const { requests, paidFor, happenings } = at(views);
  const files = happenings.download + happenings.update;
  expect(paidFor.edgeFunctionRuns).toBeCloseTo(requests.page + paidFor.apiCalls + files);
  expect(at(views, { kindsWithEdgeFunction: [] }).paidFor.edgeFunctionRuns).toBeCloseTo(files);
});

test('counts all requests to the distribution as inspected by a firewall', () => {
  expect(at(views).paidFor.firewallRequests).toBe(0);
  const { paidFor } = at(views, { firewalls: 1, firewallRules: 7 });
  expect(paidFor.firewallRequests).toBe(paidFor.deliveredRequests);
});

test('counts users by the plan of the user pool', () => {
  expect(at(views).paidFor).toMatchObject({
    activeUsersEssentials: at(views).activeUsers,
    activeUsersPlus: 0,
  });
  expect(at(views, { userPoolPlan: 'PLUS' }).paidFor).toMatchObject({ activeUsersEssentials: 0 });
});

test('counts more gigabyte-seconds for more memory', () => {
  const doubled = Object.fromEntries(functionNames.map((name) => [name, 1024]));
  expect(at(views, { functionMegabytes: doubled }).paidFor.functionGigabyteSeconds).toBeCloseTo(
    2 * at(views).paidFor.functionGigabyteSeconds,
  );
});

test('names a function that is no longer in the stack', () => {
  const { checkout: _, ...others } = infrastructure.functionMegabytes;
  expect(() => at(views, { functionMegabytes: others })).toThrow('checkout');
});

describe('leastRoom', () => {
  test('returns the quota with the least room', () => {
    const quota = (name: string, peak: number, limit: number) => ({ name, peak, limit, page: '' });
    expect(leastRoom([quota('much', 900, 1000), quota('little', 9, 9), quota('none', 0, 1)]).name).toBe(
      'little',
    );
  });

  test('uses the throttle of the template', () => {
    const [calls] = quotasAt(at(views), { ...infrastructure, apiCallsPerSecond: 7 }).filter(({ name }) =>
      name.includes('lib/api-stage.ts'),
    );
    expect(calls?.limit).toBe(7);
  });
});

test('counts the minutes and operations of the doorbell', () => {
  const { paidFor, happenings } = at(views);
  expect(paidFor.connectionMinutes).toBeCloseTo(happenings.accountVisit * habits.openMinutes.value);
  expect(paidFor.channelOperations).toBeGreaterThan(3 * happenings.accountVisit);
  // 1,000 tabs that stay open all month, each of them rung twice. AppSync ends a connection after a day.
  const minutes = (1_000 * secondsPerMonth) / 60;
  const operations = 1_000 * (30 * 3 + 2 * 3);
  const dollars =
    dollarsFor(prices.connectionMinutes, minutes) + dollarsFor(prices.channelOperations, operations);
  expect(dollars).toBeLessThan(5);
});
