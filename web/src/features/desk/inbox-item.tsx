import { SelectField } from '@aws-amplify/ui-react';
import { Link } from 'react-router-dom';
import { roadmap } from '../../../../content/roadmap.ts';
import type { InboxFeedback } from '../../../../contract/records/feedback.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { AnswerByEmail } from './answer-by-email.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { utcTime } from './utc-time.ts';

interface InboxItemProps {
  item: InboxFeedback;
  /** Called with a sentence about what was done. */
  onChange: (outcome: string) => Promise<void>;
}

/** Feedback with our answers, and the actions on it. */
export function InboxItem({ item, onChange }: InboxItemProps) {
  const { feedbackId, userId, email, type, content, timestamp, comments, state, roadmapItem, manual } = item;
  const seen = { state, comments: comments.length };
  return (
    <li>
      <strong>{type}</strong>
      <span>{`, ${utcTime(timestamp)}, ${manual ? `${manual.isClear ? 'clear' : 'not clear'}:` : 'from'}`}</span>{' '}
      {manual ? (
        <Link to={`/manual/${manual.page}`}>{manual.page}</Link>
      ) : (
        <Link to={`/desk?person=${userId}`}>{email ?? 'a deleted account'}</Link>
      )}
      {roadmapItem && <span>{`, on the roadmap: ${roadmapItem}`}</span>}
      {content && <p className={styles.words}>{content}</p>}
      {comments.map(({ answerId, at, text }) => (
        <blockquote key={answerId} className={styles.words}>
          {`Answered ${utcTime(at)}: ${text}`}
        </blockquote>
      ))}
      <div className={styles.actions}>
        {userId && (
          <AnswerByEmail
            to={email ?? 'the author'}
            draft={`answer to ${feedbackId}`}
            send={(actionId, answer) =>
              callDesk('deskAnswerFeedback', { actionId, feedbackId, seen, answer })
            }
            onChange={onChange}
          />
        )}
        {state !== 'done' && (
          <DeskAction
            label="Mark as done"
            needsNoReason
            act={({ actionId }, fields) => {
              const linked = textOf(fields, 'roadmapItem');
              return callDesk('deskCloseFeedback', {
                actionId,
                feedbackId,
                seen,
                ...(linked && { roadmapItem: linked }),
              });
            }}
            onDone={() => onChange('Marked as done.')}
          >
            <SelectField label="Item of the roadmap" name="roadmapItem" autoFocus>
              <option value="">None</option>
              {roadmap.map(({ title }) => (
                <option key={title}>{title}</option>
              ))}
            </SelectField>
          </DeskAction>
        )}
      </div>
    </li>
  );
}
