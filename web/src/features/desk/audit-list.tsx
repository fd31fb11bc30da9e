import type { AuditEntry } from '../../../../contract/records/audit-entry.ts';
import styles from './desk.module.css';
import { nameOfAction } from './name-of-action.ts';
import { utcTime } from './utc-time.ts';

/** What the team did, latest first. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
  return (
    <ul className={styles.list}>
      {entries.map(({ auditId, outcome, at, actorId, action, reason, slug, version, before, after }) => (
        <li key={`${auditId}${outcome}`}>
          <strong>{nameOfAction[action]}</strong>
          {slug && `, ${slug}`}
          {version && `, ${version}`}
          {action !== 'note' && `, ${outcome}`}, {utcTime(at)}, by {actorId}
          {after && after !== before && `, ${before ? `${before} → ` : ''}${after}`}
          <p className={styles.words}>{reason}</p>
        </li>
      ))}
    </ul>
  );
}
