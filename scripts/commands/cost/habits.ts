import { gigabyte } from './list-prices.ts';

/**
 * Our assumptions, because nobody has measured them yet. Replace them with the site's metrics once
 * it runs.
 */
export interface Habit {
  value: number;
  /** The text in the table. */
  shown: string;
  sentence: string;
}

const share = (value: number, sentence: string): Habit => ({ value, shown: `${value * 100}%`, sentence });
const count = (value: number, sentence: string): Habit => ({ value, shown: String(value), sentence });

export const habits = {
  pagesPerVisit: count(3, 'Pages per visit.'),
  laterVisits: share(0.3, 'Visits with a browser that has cached the site’s files.'),
  signedInVisits: share(0.04, 'Visits of signed-in users, who open the account page once.'),
  openMinutes: count(5, 'Minutes for which such a user keeps the account page open.'),
  signIns: share(0.2, 'Of those, visits that need the form; the others only renew tokens.'),
  visitsPerActiveUser: count(2, 'Visits per month of a user who visits at all.'),
  registrations: share(0.01, 'Visits that end with a new account.'),
  checkouts: share(0.5, 'New accounts that get the license within the same month.'),
  referralVisits: share(0.05, 'Visits that begin with a referral code.'),
  letters: share(0.0005, 'Visits that send feedback or a contact message.'),
  mailings: count(1, 'Mailings per month to every account, as if all were subscribed.'),
  withdrawals: share(0.02, 'Licenses from which the buyer withdraws, as if all were paid.'),
  supportCases: share(0.05, 'New accounts for which the team acts at the desk, once each.'),
  downloads: share(0.6, 'New accounts that download a build.'),
  updates: share(0.5, 'Active users whose application updates itself, once a month.'),
  buildBytes: {
    value: 120 * 2 ** 20,
    shown: '120 MB',
    sentence: 'Size of an installer or an update.',
  },
  keptBuilds: count(
    144,
    'Builds in the bucket: 24 releases for three platforms, each with an installer and an archive.',
  ),
  monthsOfUsers: count(24, 'Months of registrations in the tables.'),
  userBytes: {
    value: 4096,
    shown: '4 kB',
    sentence: 'Size of one account in all tables, including orders.',
  },
  originReads: share(0.1, 'Cacheable requests that still reach S3, because there are many edges.'),
  loggedBytesPerRun: {
    value: 1500,
    shown: '1.5 kB',
    sentence: 'Log of one run of a function, including Lambda’s lines.',
  },
  loggedBytesPerCall: {
    value: 500,
    shown: '0.5 kB',
    sentence: 'Log line of the API or the distribution for a request.',
  },
  invalidatedPaths: count(
    200,
    'Invalidated paths per month: twenty deployments and articles, ten paths each.',
  ),
  writtenFiles: count(6000, 'Files that they write per month.'),
  storedSiteBytes: {
    value: gigabyte,
    shown: '1 GB',
    sentence: 'Pages, pictures and their earlier versions.',
  },
  busiestDay: share(0.2, 'Visits of a month that come on its busiest day.'),
  busiestHour: share(
    0.05,
    'Visits of a month that come within one hour of that day, 36 times the average hour.',
  ),
  popularCode: share(0.5, 'Referred visits in that hour that use the same code.'),
} as const satisfies Record<string, Habit>;

export type HabitName = keyof typeof habits;
