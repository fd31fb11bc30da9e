import type { MailingSummary, PauseReason } from '../../../contract/records/mailing.ts';
import type { MailingSite } from './connect-to-mailings.ts';
import { findMailing } from './read-mailing.ts';

const reasons: Record<PauseReason, string> = {
  team: 'by the team',
  bounces: 'because too many emails bounced',
  complaints: 'because too many recipients reported it as spam',
  refused: 'because SES refuses to send it',
  uncertain: 'because a call to SES failed',
  address: 'because an article has the address of the newsletter',
  text: 'because its text cannot be rendered',
};

/** The state of a mailing in one line. */
export function stateOf({ status, sent, expected, pauseReason }: MailingSummary): string {
  const progress = `${sent} of about ${expected ?? 0} sent`;
  if (status === 'draft' || status === 'discarded') return status;
  if (status === 'paused') return `paused ${reasons[pauseReason ?? 'team']}, ${progress}`;
  return status === 'sending'
    ? `sending, ${progress}`
    : `sent to ${sent} ${sent === 1 ? 'person' : 'people'}`;
}

/** Everything about a mailing that the team wants to know, in lines. */
export async function reportMailing(
  site: Pick<MailingSite, 'mailings' | 'recipients'>,
  slug: string,
): Promise<string[]> {
  const mailing = await findMailing(site, slug);
  const { group, subject, approvedBy, approvedAt, endedAt, skipped, bounced, complained, uncertainIds } =
    mailing;
  const lines = [
    `${slug}: "${subject}", for the group ${group}`,
    stateOf(mailing),
    ...(approvedAt ? [`approved by ${approvedBy} at ${approvedAt}`] : []),
    ...(endedAt ? [`ended at ${endedAt}`] : []),
    `skipped ${skipped}, bounced ${bounced}, reported as spam ${complained}, uncertain ${uncertainIds.length}`,
  ];
  // SES may have reported about them since.
  const outcomes = await site.recipients.outcomes(slug, uncertainIds);
  const unknown = uncertainIds.filter((userId) => outcomes.get(userId) === 'sending').toSorted();
  if (unknown.length === 0) return lines;
  return [
    ...lines,
    'These accounts may or may not have got it, and do not get it again:',
    ...unknown.map((userId) => `  ${userId}`),
  ];
}
