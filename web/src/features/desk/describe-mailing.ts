import type { ListedMailing, PauseReason } from '../../../../contract/records/mailing.ts';
import { audienceWords } from '../../../../contract/rules/mailing-audience.ts';
import { describeTime } from '../../../../contract/rules/zoned-time.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { utcTime } from './details.tsx';

const pauses: Record<PauseReason, string> = {
  team: 'Paused by the team.',
  bounces: 'It paused by itself, because too many emails bounced.',
  complaints: 'It paused by itself, because too many readers reported it as spam.',
  refused: 'It paused by itself, because the email service refuses to send.',
  uncertain: 'It paused by itself, because the email service did not answer.',
  address: 'It paused by itself, because an article or another newsletter has its address.',
  text: 'It paused by itself, because its text cannot be rendered.',
  content: 'It paused by itself.',
};

/** `1` is "1 person", and `1234` is "1,234 people". */
export const peopleOf = (count: number, withoutAccount = 0) =>
  `${countOf(count, 'person', 'people')}${withoutAccount > 0 ? `, ${formatNumber(withoutAccount)} of them without an account` : ''}`;

const countOf = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Describes the state of a mailing in sentences. */
export function describeMailing(mailing: ListedMailing): string[] {
  const { status, audience, updatedAt, expected = 0, endedAt, pauseReason, problem, schedule } = mailing;
  const { sent, skipped, bounced, complained, uncertainIds } = mailing;
  if (status === 'draft') return [...(problem ? [problem] : []), `Changed ${utcTime(updatedAt)}.`];
  if (schedule) {
    const inUtc = schedule.timeZone === 'UTC' ? '' : `, which is ${utcTime(schedule.at)}`;
    return [`It starts on ${describeTime(schedule)}${inUtc}.`];
  }
  return [
    pauseReason && pauses[pauseReason],
    problem,
    `Sent to ${formatNumber(sent)} of ${peopleOf(expected)}.`,
    skipped > 0 &&
      `Skipped ${countOf(skipped, 'account', 'accounts')} ${audience ? `${audienceWords(audience).outside}, ` : ''}without a subscription or with a refused address.`,
    uncertainIds.length > 0 &&
      `${peopleOf(uncertainIds.length)} may or may not have received it. It is not sent to them again.`,
    bounced > 0 && `${countOf(bounced, 'email', 'emails')} bounced.`,
    complained > 0 && `${countOf(complained, 'reader', 'readers')} reported it as spam.`,
    endedAt && `Ended ${utcTime(endedAt)}.`,
  ].filter((sentence) => typeof sentence === 'string');
}
