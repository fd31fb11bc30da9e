import { useEffect } from 'react';
import {
  daysOf,
  type Incident,
  isOver,
  type SiteStatus,
  type StatusDay,
} from '../../../../contract/records/site-status.ts';
import {
  namesOf,
  type StatusComponent,
  statusComponentNames,
  statusComponents,
  statusDays,
} from '../../../../contract/rules/status-rules.ts';
import { Badge } from '../../components/badge.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { Section } from '../../components/section.tsx';
import { formatDate } from '../../lib/format-date.ts';
import {
  ageInWords,
  describeAll,
  describeDay,
  describeDays,
  describeNoIncidents,
  durationInWords,
  isOld,
  type ShownState,
} from './describe-status.ts';
import styles from './status-board.module.css';
import { useStatus } from './use-status.ts';

const states: Record<ShownState, { label: string; tone: 'plain' | 'success' | 'caution' | 'warning' }> = {
  problem: { label: 'Problem reported', tone: 'warning' },
  watching: { label: 'No new problem, watching', tone: 'caution' },
  noData: { label: 'No data', tone: 'plain' },
  noReports: { label: 'No problems reported', tone: 'success' },
  unsure: { label: 'Not sure', tone: 'plain' },
};

/** The state of the site, its last days and its incidents, from a file. */
export default function StatusBoard({ file }: { file: string }) {
  const { status, hasFailed, now } = useStatus(file);
  const isShown = status !== null;
  // The address of an incident, which exists only now.
  useEffect(() => {
    if (isShown) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isShown]);

  if (!status)
    return hasFailed ? (
      <Notice tone="error">
        The status could not be read, so we do not know. The page tries again every minute.
      </Notice>
    ) : (
      <Progress label="Loading the status…" />
    );
  const { state, headline } = describeAll(status, now);
  const open = status.incidents.filter((incident) => !isOver(incident, now));
  const past = status.incidents.filter((incident) => isOver(incident, now));
  return (
    <div className={styles.board}>
      <div className={styles.now} data-state={state}>
        <p role="status" className={styles.headline}>
          {headline}
        </p>
        <p>
          <span>{`Last check ${ageInWords(status, now)}: `}</span>
          <StatusTime at={status.checkedAt} />
        </p>
        {isOld(status, now) && <p>A check is due every five minutes, so what follows may be out of date.</p>}
      </div>
      {open.length > 0 && <Incidents id="open" heading="Now" incidents={open} now={now} />}
      <Section id="components" heading={`The last ${statusDays} days`}>
        <ul className={styles.components}>
          {statusComponents.map((component) => (
            <Component
              key={component}
              component={component}
              status={status}
              state={state === 'unsure' ? state : status.components[component]}
            />
          ))}
        </ul>
        <p className={styles.key} aria-hidden="true">
          <span data-state="noReports">No problems reported</span>
          <span data-state="problem">Problem reported</span>
          <span data-state="noData">No data for all or part of the day</span>
        </p>
      </Section>
      {past.length > 0 ? (
        <Incidents id="past" heading="Past incidents" incidents={past} now={now} />
      ) : (
        <Section id="past" heading="Past incidents">
          <p>{describeNoIncidents(status, now)}</p>
        </Section>
      )}
    </div>
  );
}

interface ComponentProps {
  component: StatusComponent;
  status: SiteStatus;
  state: ShownState;
}

function Component({ component, status, state }: ComponentProps) {
  const days = daysOf(status, component, statusDays);
  const withProblem = days.filter((day) => day.state === 'problem');
  const { label, tone } = states[state];
  return (
    <li>
      <div className={styles.title}>
        <h3>{statusComponentNames[component]}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Strip days={days} />
      <p className={styles.span} aria-hidden="true">
        <span>{`${statusDays} days ago`}</span>
        <span>{state === 'unsure' ? formatDate(status.checkedAt) : 'Today'}</span>
      </p>
      <p className={styles.facts}>{describeDays(days)}</p>
      {withProblem.length > 0 && (
        <details>
          <summary>Days with a problem</summary>
          <ul>
            {withProblem.map((day) => (
              <li key={day.day}>{describeDay(day)}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

const step = 4;
const barWidth = 2.6;
/** The states differ in height and shape, not only in color. */
const bars: Record<StatusDay['state'], (x: number) => string> = {
  problem: (x) => `M${x} 0h${barWidth}v24h-${barWidth}z`,
  noReports: (x) => `M${x} 10h${barWidth}v14h-${barWidth}z`,
  noData: (x) => `M${x} 22h${barWidth}v2h-${barWidth}z`,
};

/** A bar for each day. The words below it say the same. */
function Strip({ days }: { days: StatusDay[] }) {
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${days.length * step} 24`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {(Object.keys(bars) as StatusDay['state'][]).map((state) => (
        <path
          key={state}
          data-state={state}
          d={days.map((day, index) => (day.state === state ? bars[state](index * step) : '')).join('')}
        />
      ))}
    </svg>
  );
}

interface IncidentsProps {
  id: string;
  heading: string;
  incidents: Incident[];
  now: Date;
}

function Incidents({ id, heading, incidents, now }: IncidentsProps) {
  return (
    <Section id={id} heading={heading}>
      {incidents.map((incident) => (
        <IncidentItem key={incident.id} incident={incident} now={now} />
      ))}
    </Section>
  );
}

function IncidentItem({ incident, now }: { incident: Incident; now: Date }) {
  const { id, components, startedAt, endedAt, sentences } = incident;
  const minutes = Math.round((Date.parse(endedAt ?? now.toISOString()) - Date.parse(startedAt)) / 60_000);
  return (
    <article
      id={id}
      className={styles.incident}
      data-state={endedAt ? (isOver(incident, now) ? 'ended' : 'watching') : 'problem'}
    >
      <h3>{namesOf(components)}</h3>
      <p className={styles.facts}>
        <StatusTime at={startedAt} />
        <span>{endedAt ? `, ${durationInWords(minutes)}` : `, for ${durationInWords(minutes)} so far`}</span>
      </p>
      {endedAt && !isOver(incident, now) && (
        <p>The problem is not reported any more. We watch for a while before we call it over.</p>
      )}
      {sentences.length === 0 && !endedAt && (
        <p>An automatic check reports this. The team has got an email.</p>
      )}
      {sentences.length > 0 && (
        <ol className={styles.sentences}>
          {sentences.map(({ sentenceId, at, text }) => (
            <li key={sentenceId}>
              <span className={styles.facts}>
                <StatusTime at={at} />
              </span>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}

const local = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const inUtc = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A time in the zone of the reader, and in UTC: "Nov 28, 2026, 5:02 PM GMT+1 (Nov 28, 16:02 UTC)". */
function StatusTime({ at }: { at: string }) {
  const date = new Date(at);
  const own = local.format(date);
  return <time dateTime={at}>{own.endsWith('UTC') ? own : `${own} (${inUtc.format(date)} UTC)`}</time>;
}
