import { useState } from 'react';
import type { RequestOf } from '../../../../contract/operations/operations.ts';
import { inboxTypes } from '../../../../contract/rules/feedback-limits.ts';
import type { FeedbackState } from '../../../../contract/rules/feedback-states.ts';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import styles from './desk.module.css';
import { InboxItem } from './inbox-item.tsx';
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
