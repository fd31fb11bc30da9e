import { gigabyte } from './list-prices.ts';

/** What we assume, because nobody has measured it yet. Once the site runs, its metrics know better: write them here. */
export interface Habit {
  value: number;
  /** As a table shows it. */
  shown: string;
  sentence: string;
}

const share = (value: number, sentence: string): Habit => ({ value, shown: `${value * 100}%`, sentence });
const count = (value: number, sentence: string): Habit => ({ value, shown: String(value), sentence });

export const habits = {
  pagesPerVisit: count(3, 'A visit sees a first page and two more.'),
  laterVisits: share(
    0.3,
    'Of all visits come with a browser that was here before and has kept the site’s files.',
  ),
  signedInVisits: share(0.04, 'Of all visits are of somebody signed in, who opens the account page once.'),
  signIns: share(
    0.2,
    'Of those need the form; the others are still signed in, and only their tokens are renewed.',
  ),
  visitsPerActiveUser: count(2, 'Somebody with an account comes twice in a month in which they come at all.'),
  registrations: share(0.01, 'Of all visits end with a new account.'),
  checkouts: share(0.5, 'Of new accounts take the license within the same month.'),
  referralVisits: share(0.05, 'Of all visits begin with somebody’s recommendation.'),
  letters: share(0.0005, 'Of all visits write to the team, as feedback or by the contact form.'),
  downloads: share(0.6, 'Of new accounts download a build.'),
  updates: share(0.5, 'Of active users have the application update itself, once a month.'),
  buildBytes: {
    value: 120 * 2 ** 20,
    shown: '120 MB',
    sentence: 'Is what an installer or an update weighs.',
  },
  keptBuilds: count(
    144,
    'Builds lie in the bucket: 24 releases for three platforms, each with an installer and an archive.',
  ),
  monthsOfUsers: count(24, 'Months of registrations lie in the tables.'),
  userBytes: {
    value: 4096,
    shown: '4 kB',
    sentence: 'Is what one account leaves in all tables together, orders included.',
  },
  originReads: share(
    0.1,
    'Of what the distribution could have kept is asked of S3 all the same, since there are many edges.',
  ),
  loggedBytesPerRun: {
    value: 1500,
    shown: '1.5 kB',
    sentence: 'Is what one run of a function logs, with what Lambda adds to it.',
  },
  loggedBytesPerCall: {
    value: 500,
    shown: '0.5 kB',
    sentence: 'Is the line that the API, or the distribution, logs for a request, where it does.',
  },
  invalidatedPaths: count(
    200,
    'Paths a month the CDN is to ask for again: twenty deployments and articles, ten paths each.',
  ),
  writtenFiles: count(6000, 'Files a month are written by them.'),
  storedSiteBytes: {
    value: gigabyte,
    shown: '1 GB',
    sentence: 'Are pages, pictures and their earlier versions.',
  },
  busiestDay: share(0.2, 'Of a month’s visits come on one day: the one on which many write about us.'),
  busiestHour: share(
    0.05,
    'Of a month’s visits come within one hour of that day, 36 times as many as in the average hour.',
  ),
  popularCode: share(0.5, 'Of all recommendations in that hour come by one and the same code.'),
} as const satisfies Record<string, Habit>;

export type HabitName = keyof typeof habits;
