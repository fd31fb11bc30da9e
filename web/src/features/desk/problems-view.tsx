import { SelectField, TextField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import type { ListedCrash, ProblemsOfVersion, ProblemText } from '../../../../contract/records/problem.ts';
import { platformLabels } from '../../../../contract/rules/platforms.ts';
import { otherCrashes } from '../../../../contract/rules/problem-limits.ts';
import { Button } from '../../components/button.tsx';
import { textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { AnswerByEmail } from './answer-by-email.tsx';
import { callDesk } from './call-desk.ts';
import { CountsOfDays } from './counts-of-days.tsx';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { detailsAfter, utcTime } from './details.tsx';
import { usePages, useReading } from './use-reading.tsx';
import { PagedList, WithReading } from './with-reading.tsx';

/** The crashes that the app reported, by version. */
export function ProblemsView() {
  const [version, setVersion] = useState('');
  const reading = useReading('deskProblems', version ? { version } : {});
  return (
    <Section id="problems" heading="Problems">
      {/* Below it, the earlier version stays. */}
      <WithReading reading={reading} loadingLabel="Loading the problems…">
        {({ versions, shown }) =>
          shown ? (
            <div className={styles.desk}>
              <SelectField
                label="Version"
                value={version || shown.version}
                options={versions}
                onChange={({ target }) => setVersion(target.value)}
              />
              <OfVersion key={shown.version} shown={shown} />
            </div>
          ) : (
            <p>There is no release yet.</p>
          )
        }
      </WithReading>
    </Section>
  );
}

function OfVersion({ shown }: { shown: ProblemsOfVersion }) {
  const { version, days, networks, crashes, hiddenCount } = shown;
  if (crashes.length === 0) return <p>{`Nobody has reported a crash of ${version}.`}</p>;
  return (
    <>
      <CountsOfDays
        caption={`Networks that reported a crash of ${version}, by day`}
        days={days}
        series={[{ label: 'Networks with a crash', counts: networks }]}
      />
      <ul className={styles.list}>
        {crashes.map((crash) => (
          <CrashItem key={crash.crash} version={version} item={crash} />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p>{`Not shown: ${hiddenCount} less frequent ${hiddenCount === 1 ? 'crash' : 'crashes'}.`}</p>
      )}
    </>
  );
}

interface CrashItemProps {
  version: string;
  item: ListedCrash;
}

/** A crash with its first report, the texts about it, and the decision of the team. */
function CrashItem({ version, item }: CrashItemProps) {
  const { crash, reports, platform, systemVersion, firstAt, lastAt, frames, solvedIn } = item;
  const [showsTexts, setShowsTexts] = useState(false);
  const isListed = crash !== otherCrashes;
  return (
    <li>
      <strong>{reports === 1 ? '1 report' : `${formatNumber(reports)} reports`}</strong>
      <span>
        {detailsAfter([
          !isListed && 'of other crashes, because too many different ones came on one day',
          firstAt && `first ${utcTime(firstAt)}`,
          platform && `on ${platformLabels[platform]} ${systemVersion}`,
          `last ${utcTime(lastAt)}`,
          solvedIn && `solved in ${solvedIn}${item.hasComeBack ? ', and came back' : ''}`,
        ])}
      </span>
      {isListed && (
        <p className={styles.words}>
          <code>{crash}</code>
        </p>
      )}
      {frames.length > 0 && (
        <details>
          <summary>Stack of the first report</summary>
          <p className={styles.words}>
            <code>{frames.join('\n')}</code>
          </p>
        </details>
      )}
      <div className={styles.actions}>
        <Button look="quiet" aria-expanded={showsTexts} onClick={() => setShowsTexts(!showsTexts)}>
          Texts about it
        </Button>
        {isListed && (
          <DeskAction
            label="Mark as solved"
            needsNoReason
            act={({ actionId }, fields) =>
              callDesk('deskSolveProblem', {
                actionId,
                crash,
                solvedIn: textOf(fields, 'solvedIn'),
                ...(solvedIn ? { seen: solvedIn } : {}),
              })
            }
            outcome="Marked as solved."
          >
            <TextField
              label="Solved in version"
              descriptiveText="Such as 1.2.0. It may be one that is not released yet."
              name="solvedIn"
              autoComplete="off"
              pattern="\d+\.\d+\.\d+(-[0-9A-Za-z.\-]+)?"
              title="A version such as 1.2.0"
              isRequired
              autoFocus
            />
          </DeskAction>
        )}
      </div>
      {showsTexts && <Texts version={version} crash={crash} />}
    </li>
  );
}

/** The texts that people sent with a crash, and our answers. */
function Texts({ version, crash }: { version: string; crash: string }) {
  const list = usePages('deskProblemTexts', { version, crash });
  return (
    <PagedList list={list} itemsOf={({ texts }) => texts} loadingLabel="Loading the texts…" empty="None.">
      {(text) => <Text key={text.textId} text={text} />}
    </PagedList>
  );
}

function Text({ text: problem }: { text: ProblemText }) {
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
          />
        </div>
      )}
    </li>
  );
}
