import type { Names } from '../../../../contract/operations/desk-fields.ts';
import type { AuditAction, AuditEntry } from '../../../../contract/records/audit-entry.ts';
import { useSession } from '../../lib/session.ts';
import styles from './desk.module.css';
import { detailsAfter, PersonLink, utcTime } from './details.tsx';

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
          <PersonLink userId={personId}>{names[personId] ?? 'the person'}</PersonLink>
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

export const nameOfAction: Record<AuditAction, string> = {
  note: 'Note',
  mailLicense: 'License sent again',
  licenseFile: 'License file downloaded',
  settle: 'Stripe asked again',
  refund: 'Refund',
  gift: 'License given',
  revoke: 'License revoked',
  reissue: 'License reissued',
  passOn: 'License passed on',
  receive: 'License received',
  moveLicense: 'License moved to another account',
  conclude: 'Order marked as done',
  createCodes: 'Codes made',
  revokeCodes: 'Codes revoked',
  answerFeedback: 'Feedback answered',
  closeFeedback: 'Feedback done',
  storeArticle: 'Article stored',
  discardArticle: 'Draft of an article discarded',
  unpublishArticle: 'Article unpublished',
  storeMailing: 'Mailing stored',
  discardMailing: 'Draft of a mailing discarded',
  testMailing: 'Test of a mailing sent',
  scheduleMailing: 'Mailing scheduled',
  unscheduleMailing: 'Schedule of a mailing canceled',
  sendMailing: 'Mailing approved',
  pauseMailing: 'Mailing paused',
  resumeMailing: 'Mailing resumed',
  publishRelease: 'Release uploaded',
  promoteRelease: 'Release promoted',
  raiseRollout: 'Rollout raised',
  haltRollout: 'Rollout halted',
  resumeRollout: 'Rollout resumed',
  yankRelease: 'Release yanked',
  answerProblem: 'Report of a problem answered',
  solveProblem: 'Crash marked as solved',
  openIncident: 'Incident reported',
  updateIncident: 'Sentence about an incident',
  signOut: 'Signed out everywhere',
  resendConfirmation: 'Code for the registration sent again',
  turnOffFactor: 'Reset of the second factor',
  addToGroup: 'Added to a group',
  removeFromGroup: 'Removed from a group',
  removeFromTeam: 'Removed from the team',
  exportData: 'Data exported',
  deleteAccount: 'Account deleted',
};
