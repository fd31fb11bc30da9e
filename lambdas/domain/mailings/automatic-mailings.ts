import { catalog, currentOffer, lastFreeDay, type Offer } from '../../../contract/rules/catalog.ts';
import { dayInWords } from '../../../contract/rules/day.ts';
import { secondsPerDay } from '../../../contract/rules/retention.ts';

const prefix = 'offer-end-';

/** The end of the current offer if it is free and has one, and the slug of the mailing about it: one for each offer and day. */
export function endOfFreeOffer(): { slug: string; lastDay: string; endsAt: Date } | undefined {
  const offer: Offer = catalog[currentOffer];
  const lastDay = lastFreeDay(offer);
  if (!lastDay) return undefined;
  const slug = `${prefix}${offer.lookupKey.replaceAll('_', '-')}-${lastDay}`;
  return { slug, lastDay, endsAt: new Date(Date.parse(lastDay) + secondsPerDay * 1000) };
}

/** Returns a sentence about why readers must not get a mailing about the end of an offer. Undefined if they may, or for other mailings. */
export function findOfferProblem(slug: string, now: Date): string | undefined {
  if (!slug.startsWith(prefix)) return undefined;
  const end = endOfFreeOffer();
  if (end?.slug !== slug)
    return 'The free offer does not end on the day that this mailing names. Discard the mailing.';
  if (now < end.endsAt) return undefined;
  return `The free offer ended on ${dayInWords(end.lastDay)} (UTC), so nobody gets the mailing about its end.`;
}

/** The slug of the mailing that the site drafts about a release. */
export const slugOfRelease = (version: string): string =>
  `release-${version.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** Whether a mailing has the name of one about a release. */
export const isAboutRelease = (slug: string): boolean => /^release-\d+-\d+-\d+(-|$)/.test(slug);
