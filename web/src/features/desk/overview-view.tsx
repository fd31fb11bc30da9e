import type { ActiveAlarm, DeskOverview } from '../../../../contract/records/desk-overview.ts';
import { type OverviewMetric, overviewMetrics } from '../../../../contract/rules/overview-metrics.ts';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { CountsOfDays } from './counts-of-days.tsx';
import styles from './desk.module.css';
import { utcTime } from './details.tsx';
import { useReading } from './use-reading.tsx';
import { List } from './with-reading.tsx';

const labels: Record<OverviewMetric, string> = {
  RegistrationsStarted: 'Registered',
  Registrations: 'Confirmed',
  CheckoutsStarted: 'Checkouts',
  LicensesGranted: 'Licenses',
  Refunds: 'Refunds',
  Downloads: 'Downloads',
};

/** The active alarms, and the metrics of the last days. */
export function OverviewView() {
  const { answer } = useReading('deskOverview', {});
  return (
    <WithAnswer answer={answer} loadingLabel="Loading the overview…">
      {(overview) => (
        <div className={styles.desk}>
          <Section id="alarms" heading="Alarms">
            <List empty="No alarm is active.">
              {overview.alarms.map((alarm) => (
                <Alarm key={alarm.name} alarm={alarm} />
              ))}
            </List>
          </Section>
          <Counts overview={overview} />
        </div>
      )}
    </WithAnswer>
  );
}

function Alarm({ alarm: { meaning, since, runbook } }: { alarm: ActiveAlarm }) {
  return (
    <li>
      <strong>{meaning}</strong>
      <p>
        <span>{`Since ${utcTime(since)}.`}</span> {runbook && <WhatToDo runbook={runbook} />}
      </p>
    </li>
  );
}

function WhatToDo({ runbook }: { runbook: string }) {
  if (runbook.startsWith('https://')) return <a href={runbook}>What to do</a>;
  return (
    <span>
      What to do: <code className={styles.words}>{runbook}</code>
    </span>
  );
}

function Counts({ overview: { days, counts } }: { overview: DeskOverview }) {
  const series = overviewMetrics.map((metric) => ({ label: labels[metric], counts: counts[metric] }));
  return (
    <Section id="counts" heading={`The last ${days.length} days`}>
      <CountsOfDays caption="What the site counted, by day" days={days} series={series} />
    </Section>
  );
}
