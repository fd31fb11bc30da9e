import type { LoggedMail, MailOutcome } from '../../../../contract/records/logged-mail.ts';
import { mailLogDays } from '../../../../contract/rules/retention.ts';
import styles from './desk.module.css';
import { utcTime } from './details.tsx';

const outcomes: Record<MailOutcome, string> = {
  sending: 'perhaps sent: the email service has not confirmed it',
  sent: 'sent, no report yet',
  failed: 'not sent: the email service did not take it',
  delivered: 'delivered',
  bounced: 'bounced',
  withheld: 'withheld, because an earlier email bounced or was reported as spam',
  complained: 'delivered, and reported as spam',
};

const describeBounce = (type: LoggedMail['bounceType']) =>
  `${outcomes.bounced} ${type === 'Permanent' ? 'for good' : 'for now'}`;

/** The emails that a person got and their outcomes, latest first. */
export function MailList({ mails }: { mails: LoggedMail[] }) {
  if (mails.length === 0) return <p>None in the last {mailLogDays} days.</p>;
  return (
    <ul className={styles.list}>
      {mails.map(({ mailId, subject, at, outcome, reportedAt, bounceType }) => (
        <li key={mailId}>
          <strong>{subject}</strong>
          <span>{`, ${utcTime(at)}`}</span>
          <p>
            {[
              outcome === 'bounced' ? describeBounce(bounceType) : outcomes[outcome],
              ...(reportedAt ? [utcTime(reportedAt)] : []),
            ].join(', ')}
          </p>
        </li>
      ))}
    </ul>
  );
}
