import { Link } from 'react-router-dom';
import type { Names } from '../../../../contract/operations/desk-fields.ts';
import type { AuditEntry } from '../../../../contract/records/audit-entry.ts';
import { useSession } from '../../lib/session.ts';
import styles from './desk.module.css';
import { detailsAfter } from './details-after.ts';
import { nameOfAction } from './name-of-action.ts';
import { utcTime } from './utc-time.ts';

/** The actions of the team, latest first. An action with an outcome is shown once. */
export function AuditList({ entries, names }: { entries: AuditEntry[]; names: Names }) {
  const ended = new Set(
    entries.filter(({ outcome }) => outcome !== 'requested').map(({ auditId }) => auditId),
  );
  const shown = entries.filter(({ auditId, outcome }) => outcome !== 'requested' || !ended.has(auditId));
  return (
    <ul className={styles.list}>
      {shown.map((entry) => (
        <Entry key={`${entry.auditId}${entry.outcome}`} entry={entry} names={names} />
      ))}
    </ul>
  );
}

const outcomes: Record<AuditEntry['outcome'], string | undefined> = {
  requested: 'not completed',
  done: undefined,
  failed: 'failed',
};

function Entry({ entry, names }: { entry: AuditEntry; names: Names }) {
  const ownId = useSession()?.userId;
  const {
    outcome,
    at,
    actorId,
    action,
    reason,
    personId,
    orderId,
    slug,
    mailing,
    version,
    problem,
    incident,
    before,
    after,
  } = entry;
  return (
    <li>
      <strong>{nameOfAction[action]}</strong>
      <span>
        {detailsAfter([
          slug,
          mailing,
          version,
          problem,
          incident,
          outcomes[outcome],
          utcTime(at),
          `by ${actorId === ownId ? 'you' : (names[actorId] ?? actorId)}`,
          after !== before && after && `${before ? `${before} → ` : ''}${after}`,
        ])}
      </span>
      {personId && (
        <span>
          {', '}
          <Link to={`/desk?person=${encodeURIComponent(personId)}`}>{names[personId] ?? 'the person'}</Link>
        </span>
      )}
      {orderId && (
        <span>
          {', order '}
          <code className={styles.words}>{orderId}</code>
        </span>
      )}
      {reason && <p className={styles.words}>{reason}</p>}
    </li>
  );
}
