import { markdownTable } from '../terminal/computed-sections.ts';
import { activities } from './activities.ts';
import { type Habit, habits } from './habits.ts';
import { gigabyte, knownAt, type PriceName, prices } from './list-prices.ts';
import { type MonthlyUse, monthlyUse } from './monthly-use.ts';
import { dollarsFor, type Price } from './price.ts';
import { leastRoom, type Quota, quotasAt } from './quotas.ts';
import type { Infrastructure } from './read-infrastructure.ts';
import { type CountedVisit, sum, type VisitStepName } from './visit.ts';

interface Given {
  visit: CountedVisit;
  infrastructure: Infrastructure;
}

const sizes = [0, 10_000, 1_000_000, 100_000_000];

/** The computed sections of docs/cost.md, by the names of their markers. */
export function renderSections({ visit, infrastructure }: Given): Record<string, string> {
  const months = sizes.map((pageViews) => monthlyUse({ pageViews, visit, infrastructure }));
  const quotas = months.map((use) => quotasAt(use, infrastructure));
  return {
    totals: totalsTable(months, quotas),
    visit: visitTable(visit),
    infrastructure: infrastructureTable(infrastructure),
    habits: habitsTable(),
    activities: activitiesTable(),
    ...Object.fromEntries(months.map((use) => [`month-${use.pageViews}`, monthTable(use)])),
    quotas: quotasTable(quotas),
    prices: pricesTable(),
  };
}

interface Line {
  price: Price;
  used: number;
  dollars: number;
}

const linesOf = ({ paidFor }: MonthlyUse): Line[] =>
  (Object.keys(prices) as PriceName[])
    .filter((name) => paidFor[name] > 0)
    .map((name) => ({
      price: prices[name],
      used: paidFor[name],
      dollars: dollarsFor(prices[name], paidFor[name]),
    }));

const totalOf = (use: MonthlyUse) => sum(linesOf(use).map(({ dollars }) => dollars));

function totalsTable(months: MonthlyUse[], quotas: Quota[][]): string {
  return markdownTable(
    [
      'page views per month',
      'dollars per month',
      'per thousand views',
      'per active account',
      'per license',
      'API calls per second in the busiest hour',
      'tightest limit, and its use',
    ],
    months.map((use, index) => {
      const total = totalOf(use);
      const perOne = (count: number) => (count > 0 ? dollars(total / count) : '–');
      const of = quotas[index] ?? [];
      return [
        use.pageViews === 0 ? '0' : number(use.pageViews),
        dollars(total),
        perOne(use.pageViews / 1000),
        perOne(use.activeUsers),
        perOne(use.happenings.checkout),
        number(of.find(({ name }) => name.includes('lib/api-stage.ts'))?.peak ?? 0),
        use.pageViews === 0 ? '–' : describeRoom(leastRoom(of)),
      ];
    }),
  );
}

const describeRoom = ({ name, peak, limit }: Quota) => `${name}: ${percent(peak / limit)}`;

const stepNames: Record<VisitStepName, string> = {
  firstPage: 'home page, empty cache',
  nextPage: 'another page, through a link',
  laterVisit: 'home page, another day',
  signIn: 'signing in with the form',
  accountPage: 'account page',
};

function visitTable(visit: CountedVisit): string {
  const names = Object.keys(stepNames) as VisitStepName[];
  return markdownTable(
    [
      'step',
      'pages',
      'icon',
      'settings',
      'scripts, styles, fonts',
      'pictures',
      'API',
      'user pool',
      'kB sent',
    ],
    names.map((name) => {
      const { requests, bytes } = visit[name];
      const { page, icon, settings, asset, picture, api, userPool } = requests;
      return [
        stepNames[name],
        ...[page, icon, settings, asset, picture, api, userPool].map(String),
        kilobytes(bytes),
      ];
    }),
  );
}

function infrastructureTable(infrastructure: Infrastructure): string {
  const counts: [string, number][] = [
    ['keys', infrastructure.keys],
    ['secrets', infrastructure.secrets],
    ['web ACLs', infrastructure.firewalls],
    ['rules in them', infrastructure.firewallRules],
    ['tables, all with recovery', infrastructure.tables],
    ['functions', Object.keys(infrastructure.functionMegabytes).length],
    ['metrics that alarms watch', infrastructure.alarmMetrics],
    ['custom metrics', infrastructure.metrics],
    ['dashboards', infrastructure.dashboards],
    ['scheduled runs per month', infrastructure.scheduledRuns],
    ['queues that Lambda polls', infrastructure.polledQueues],
    ['FIFO queues that Lambda polls', infrastructure.polledFifoQueues],
    ['days that logs are kept', infrastructure.logDays],
  ];
  const plan = infrastructure.userPoolPlan.charAt(0) + infrastructure.userPoolPlan.slice(1).toLowerCase();
  return markdownTable(
    ['in the stack of `prod`', ''],
    [...counts.map(([name, count]) => [name, number(count)]), ['plan of the user pool', plan]],
  );
}

const habitsTable = () =>
  markdownTable(
    ['assumed', ''],
    Object.values<Habit>(habits).map(({ shown, sentence }) => [shown, sentence]),
  );

const activitiesTable = () =>
  markdownTable(
    ['activity', 'runs', 'ms', 'read units', 'write units', 'events', 'emails'],
    Object.values(activities).map(({ name, functions, tableReads, tableWrites, events, mails }) => {
      const all: { runs: number; milliseconds: number }[] = Object.values(functions);
      return [
        name,
        ...[
          sum(all.map(({ runs }) => runs)),
          sum(all.map(({ milliseconds }) => milliseconds)),
          tableReads,
          tableWrites,
          events,
          mails,
        ].map((count) => number(count)),
      ];
    }),
  );

function monthTable(use: MonthlyUse): string {
  return markdownTable(
    ['service', 'used', 'price', 'dollars'],
    [
      ...linesOf(use).map(({ price, used, dollars: cost }) => [
        `${price.service}: ${price.what}`,
        amount(price, used),
        describePrice(price),
        dollars(cost),
      ]),
      ['**all**', '', '', `**${dollars(totalOf(use))}**`],
    ],
  );
}

function quotasTable(quotas: Quota[][]): string {
  const [first = []] = quotas;
  return markdownTable(
    ['limit', 'allowed', ...sizes.slice(1).map((size) => `at ${number(size)}`)],
    first.map(({ name, limit, page }, index) => [
      `[${name}](${page})`,
      number(limit),
      ...quotas.slice(1).map((of) => {
        const { peak = 0 } = of[index] ?? {};
        return peak > limit ? `**${number(peak)}**` : number(peak);
      }),
    ]),
  );
}

const pricesTable = () =>
  markdownTable(
    ['price', `looked up ${knownAt}`, 'source'],
    Object.values<Price>(prices).map((price) => [
      `[${price.service}](${price.page}): ${price.what}`,
      describePrice(price, 'all tiers'),
      price.seen,
    ]),
  );

function describePrice(price: Price, tiers?: 'all tiers'): string {
  const { free, unit } = price;
  const [first, ...further] = price.tiers;
  const per = unit.size === 1 && unit.name === 'each' ? 'each' : `per ${unit.name}`;
  const freePart = free ? `${amount(price, free, exact)} free, then ` : '';
  const furtherPart = tiers
    ? further
        .map(({ from, dollars: next }) => `; from ${amount(price, from, exact)} ${exactDollars(next)}`)
        .join('')
    : further.length > 0
      ? ', less for more'
      : '';
  return `${freePart}${exactDollars(first?.dollars ?? 0)} ${per}${furtherPart}`;
}

const amount = ({ unit }: Price, count: number, format = number): string =>
  unit.size === gigabyte
    ? `${format(count / gigabyte)} GB`
    : `${format(count)}${unit.name === 'GB-second' ? ' GB-seconds' : ''}`;

const few = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const many = new Intl.NumberFormat('en-US', {
  maximumSignificantDigits: 3,
  notation: 'compact',
  compactDisplay: 'long',
});

const number = (value: number) => (value < 1_000_000 ? few : many).format(value);
const exact = (value: number) => value.toLocaleString('en-US');
const exactDollars = (value: number) =>
  `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 10 })}`;
const percent = (share: number) => `${few.format(share * 100)}%`;
const kilobytes = (bytes: number) => few.format(bytes / 1000);

function dollars(value: number): string {
  if (value > 0 && value < 0.01) return `$${few.format(value)}`;
  return `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
