import { SelectField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import type { ProblemsOfVersion } from '../../../../contract/records/problem.ts';
import { Section } from '../../components/section.tsx';
import { CountsOfDays } from './counts-of-days.tsx';
import { CrashItem } from './crash-item.tsx';
import styles from './desk.module.css';
import { useReading } from './use-reading.tsx';
import { WithReading } from './with-reading.tsx';

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
