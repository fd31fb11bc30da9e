import { SelectField } from '@aws-amplify/ui-react';
import { useCallback, useState } from 'react';
import type { ProblemsOfVersion } from '../../../../contract/records/problem.ts';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { callDesk } from './call-desk.ts';
import { CountsOfDays } from './counts-of-days.tsx';
import { CrashItem } from './crash-item.tsx';
import styles from './desk.module.css';
import { useOutcome } from './use-outcome.tsx';
import { useReading } from './use-reading.ts';

/** The crashes that the app reported, by version. */
export function ProblemsView() {
  const [version, setVersion] = useState('');
  const read = useCallback(() => callDesk('deskProblems', version ? { version } : {}), [version]);
  const { answer, reload } = useReading(read);
  const { announce, statusLine } = useOutcome();

  async function afterAction(outcome: string) {
    await reload();
    announce(outcome);
  }

  return (
    <Section id="problems" heading="Problems">
      {statusLine}
      {/* Below it, the earlier version stays. */}
      <WithAnswer answer={answer} loadingLabel="Loading the problems…">
        {({ versions, shown }) =>
          shown ? (
            <div className={styles.desk}>
              <SelectField
                label="Version"
                value={version || shown.version}
                onChange={({ target }) => setVersion(target.value)}
              >
                {versions.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </SelectField>
              <OfVersion key={shown.version} shown={shown} onChange={afterAction} />
            </div>
          ) : (
            <p>There is no release yet.</p>
          )
        }
      </WithAnswer>
    </Section>
  );
}

interface OfVersionProps {
  shown: ProblemsOfVersion;
  onChange: (outcome: string) => Promise<void>;
}

function OfVersion({ shown: { version, days, networks, crashes, hiddenCount }, ...props }: OfVersionProps) {
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
          <CrashItem key={crash.crash} version={version} item={crash} {...props} />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p>{`Not shown: ${hiddenCount} less frequent ${hiddenCount === 1 ? 'crash' : 'crashes'}.`}</p>
      )}
    </>
  );
}
