import { Link } from 'react-router-dom';
import { roadmap } from '../../../../content/roadmap.ts';
import type { InboxFeedback } from '../../../../contract/records/feedback.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { AnswerByEmail } from './answer-by-email.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { PersonLink, utcTime } from './details.tsx';
import { SelectOne } from './select-one.tsx';

const roadmapItems = { '': 'None', ...Object.fromEntries(roadmap.map(({ title }) => [title, title])) };

/** Feedback with our answers, and the actions on it. */
export function InboxItem({ item }: { item: InboxFeedback }) {
  const { feedbackId, userId, email, type, content, timestamp, comments, state, roadmapItem, manual } = item;
  const seen = { state, comments: comments.length };
  return (
    <li>
      <strong>{type}</strong>
      <span>{`, ${utcTime(timestamp)}, ${manual ? `${manual.isClear ? 'clear' : 'not clear'}:` : 'from'}`}</span>{' '}
      {manual ? (
        <Link to={`/manual/${manual.page}`}>{manual.page}</Link>
      ) : (
        <PersonLink userId={userId ?? ''}>{email ?? 'a deleted account'}</PersonLink>
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
            outcome="Marked as done."
          >
            <SelectOne label="Item of the roadmap" name="roadmapItem" labels={roadmapItems} autoFocus />
          </DeskAction>
        )}
      </div>
    </li>
  );
}
