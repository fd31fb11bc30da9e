import { useCallback } from 'react';
import type { ProblemText } from '../../../../contract/records/problem.ts';
import { platformLabels } from '../../../../contract/rules/platforms.ts';
import { AnswerByEmail } from './answer-by-email.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { detailsAfter } from './details-after.ts';
import { PagedList } from './paged-list.tsx';
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
          <AnswerByEmail
            to={email}
            draft={`answer to ${version} ${textId}`}
            send={(actionId, answer) => callDesk('deskAnswerProblem', { actionId, version, textId, answer })}
            onChange={onChange}
            onConflict={onChange}
          />
        </div>
      )}
    </li>
  );
}
