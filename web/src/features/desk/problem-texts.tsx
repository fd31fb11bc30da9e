import { TextAreaField } from '@aws-amplify/ui-react';
import { useCallback } from 'react';
import type { ProblemText } from '../../../../contract/records/problem.ts';
import { textLimits } from '../../../../contract/rules/feedback-limits.ts';
import { platformLabels } from '../../../../contract/rules/platforms.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { detailsAfter } from './details-after.ts';
import { PagedList } from './paged-list.tsx';
import { keepText, unsentText } from './unsent-text.ts';
import { useOutcome } from './use-outcome.tsx';
import { usePages } from './use-pages.ts';
import { utcTime } from './utc-time.ts';

/** The texts that people sent with a crash, and our answers. */
export function ProblemTexts({ version, crash }: { version: string; crash: string }) {
  const read = useCallback(
    (cursor?: string) => callDesk('deskProblemTexts', { version, crash, ...(cursor ? { cursor } : {}) }),
    [version, crash],
  );
  const list = usePages(read);
  const { announce, statusLine } = useOutcome();
  const afterAction = async (outcome: string) => {
    await list.reload();
    announce(outcome);
  };
  return (
    <>
      {statusLine}
      <PagedList list={list} itemsOf={({ texts }) => texts} loadingLabel="Loading the texts…" empty="None.">
        {(text) => <Text key={text.textId} text={text} onChange={afterAction} />}
      </PagedList>
    </>
  );
}

interface TextProps {
  text: ProblemText;
  onChange: (outcome: string) => Promise<void>;
}

function Text({ text: problem, onChange }: TextProps) {
  const { textId, version, text, at, email, platform, systemVersion, answer } = problem;
  const answerField = `answer to ${version} ${textId}`;
  return (
    <li>
      <strong>{email ?? 'No address'}</strong>
      <span>{detailsAfter([utcTime(at), `${platformLabels[platform]} ${systemVersion}`])}</span>
      <p className={styles.words}>{text}</p>
      {answer && (
        <blockquote className={styles.words}>{`Answered ${utcTime(answer.at)}: ${answer.text}`}</blockquote>
      )}
      {email && !answer && (
        <div className={styles.actions}>
          <DeskAction
            label="Answer by email"
            needsNoReason
            act={({ actionId }, fields) =>
              callDesk('deskAnswerProblem', { actionId, version, textId, answer: textOf(fields, 'answer') })
            }
            onDone={() => {
              keepText(answerField, '');
              return onChange('Answered by email.');
            }}
            onConflict={onChange}
          >
            <TextAreaField
              label="Answer"
              descriptiveText={`It goes to ${email} by email. Replies go to the team’s address.`}
              name="answer"
              rows={6}
              maxLength={textLimits.feedback}
              defaultValue={unsentText(answerField)}
              onChange={({ target }) => keepText(answerField, target.value)}
              isRequired
              autoFocus
            />
          </DeskAction>
        </div>
      )}
    </li>
  );
}
