import { useState } from 'react';
import { Link } from 'react-router-dom';
import { roadmap } from '../../../../content/roadmap.ts';
import type { RequestOf } from '../../../../contract/operations/operations.ts';
import type { InboxFeedback } from '../../../../contract/records/feedback.ts';
import { inboxTypes } from '../../../../contract/rules/feedback-limits.ts';
import type { FeedbackState } from '../../../../contract/rules/feedback-states.ts';
import { Button } from '../../components/button.tsx';
import { textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { AnswerByEmail } from './answer-by-email.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { PersonLink, utcTime } from './details.tsx';
import { SelectOne } from './select-one.tsx';
import { useReading } from './use-reading.tsx';
import { List, WithReading } from './with-reading.tsx';

const stateLabels: Record<FeedbackState, string> = { open: 'Open', answered: 'Answered', done: 'Done' };

const typeLabels = { '': 'All types', ...Object.fromEntries(inboxTypes.map((name) => [name, name])) };

/** The inbox: feedback by state and type, newest first, a page at a time. */
export function FeedbackView() {
  const [state, setState] = useState<FeedbackState>('open');
  const [type, setType] = useState('');
  /** The start of each page after the first. */
  const [starts, setStarts] = useState<RequestOf<'deskFeedback'>['after'][]>([]);
  const after = starts.at(-1);
  const known = inboxTypes.find((name) => name === type);
  const reading = useReading('deskFeedback', {
    state,
    ...(after && { after }),
    ...(known && { type: known }),
  });

  return (
    <Section id="inbox" heading="Feedback" className={styles.desk}>
      <SelectOne
        label="State"
        value={state}
        labels={stateLabels}
        onSelect={(selected) => {
          setState(selected);
          setStarts([]);
        }}
      />
      <SelectOne
        label="Type"
        value={type}
        labels={typeLabels}
        onSelect={(selected) => {
          setType(selected);
          setStarts([]);
        }}
      />
      <WithReading reading={reading} loadingLabel="Loading the feedback…">
        {({ feedback, next }) => (
          <>
            <List empty="Nothing.">
              {feedback.map((item) => (
                <InboxItem key={item.feedbackId} item={item} />
              ))}
            </List>
            <div className={styles.actions}>
              {starts.length > 0 && (
                <Button look="quiet" onClick={() => setStarts(starts.slice(0, -1))}>
                  Newer
                </Button>
              )}
              {next && (
                <Button look="quiet" onClick={() => setStarts([...starts, next])}>
                  Older
                </Button>
              )}
            </div>
          </>
        )}
      </WithReading>
    </Section>
  );
}

const roadmapItems = { '': 'None', ...Object.fromEntries(roadmap.map(({ title }) => [title, title])) };

/** Feedback with our answers, and the actions on it. */
function InboxItem({ item }: { item: InboxFeedback }) {
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
