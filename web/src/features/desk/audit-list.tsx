import type { AuditAction, AuditEntry } from '../../../../contract/records/audit-entry.ts';
import styles from './desk.module.css';
import { utcTime } from './utc-time.ts';

const names: Record<AuditAction, string> = {
  note: 'Note',
  mailLicense: 'License sent again',
  settle: 'Stripe asked again',
  signOut: 'Signed out everywhere',
};

/** What the team did about a person, latest first. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
  return (
    <ul className={styles.list}>
      {entries.map(({ auditId, outcome, at, actorId, action, reason, before, after }) => (
        <li key={`${auditId}${outcome}`}>
          <strong>{names[action]}</strong>
          {action !== 'note' && `, ${outcome}`}, {utcTime(at)}, by {actorId}
          {after && after !== before && `, ${before} → ${after}`}
          <p className={styles.words}>{reason}</p>
        </li>
      ))}
    </ul>
  );
}
