import { SelectField } from '@aws-amplify/ui-react';
import { useCallback, useState } from 'react';
import type { RequestOf, ResponseOf } from '../../../../contract/operations/operations.ts';
import { inboxTypes } from '../../../../contract/rules/feedback-limits.ts';
import type { FeedbackState } from '../../../../contract/rules/feedback-states.ts';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { InboxItem } from './inbox-item.tsx';
import { SelectState } from './select-state.tsx';
import { useOutcome } from './use-outcome.tsx';
import { useReading } from './use-reading.ts';

const stateLabels: Record<FeedbackState, string> = { open: 'Open', answered: 'Answered', done: 'Done' };

type Page = Pick<RequestOf<'deskFeedback'>, 'after'>;

/** The inbox: feedback by state and type, newest first, a page at a time. */
export function FeedbackView() {
  const [state, setState] = useState<FeedbackState>('open');
  const [type, setType] = useState<(typeof inboxTypes)[number] | ''>('');
  const [pages, setPages] = useState<[Page, ...Page[]]>([{}]);
  const page = pages.at(-1) ?? pages[0];
  const read = useCallback(
    () => callDesk('deskFeedback', { ...page, state, ...(type && { type }) }),
    [page, state, type],
  );
  const { answer, reload } = useReading(read);
  const { announce, statusLine } = useOutcome();

  // The item disappears from the list with its button.
  async function afterAction(what: string) {
    await reload();
    announce(what);
  }

  function showOlder(next: ResponseOf<'deskFeedback'>['next']) {
    if (next) setPages([...pages, { after: next }] as [Page, ...Page[]]);
  }

  return (
    <Section id="inbox" heading="Feedback" className={styles.desk}>
      <SelectState
        value={state}
        labels={stateLabels}
        onSelect={(selected) => {
          setState(selected);
          setPages([{}]);
        }}
      />
      <SelectField
        label="Type"
        value={type}
        onChange={({ target }) => {
          setType(inboxTypes.find((known) => known === target.value) ?? '');
          setPages([{}]);
        }}
      >
        <option value="">All types</option>
        {inboxTypes.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      {statusLine}
      <WithAnswer answer={answer} loadingLabel="Loading the feedback…">
        {({ feedback, next }) => (
          <>
            {feedback.length === 0 && <p>Nothing.</p>}
            <ul className={styles.list}>
              {feedback.map((item) => (
                <InboxItem key={item.feedbackId} item={item} onChange={afterAction} />
              ))}
            </ul>
            <div className={styles.actions}>
              {pages.length > 1 && (
                <Button look="quiet" onClick={() => setPages(pages.slice(0, -1) as [Page, ...Page[]])}>
                  Newer
                </Button>
              )}
              {next && (
                <Button look="quiet" onClick={() => showOlder(next)}>
                  Older
                </Button>
              )}
            </div>
          </>
        )}
      </WithAnswer>
    </Section>
  );
}
