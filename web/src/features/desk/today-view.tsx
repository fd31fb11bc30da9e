import { Link } from 'react-router-dom';
import {
  type DeskReset,
  type DeskToday,
  type TodayKind,
  todayKinds,
  type WaitingCount,
} from '../../../../contract/records/desk-today.ts';
import type { Elements } from '../../components/elements.ts';
import { Section } from '../../components/section.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import styles from './desk.module.css';
import { PersonLink, utcTime } from './details.tsx';
import { FindPeople } from './find-people.tsx';
import { useReading } from './use-reading.tsx';

interface Row {
  /** The noun for one and for several. */
  nouns: [one: string, many: string];
  /** The next action, in a sentence. */
  next: (waiting: WaitingCount) => string;
  /** The view that lists them. The resets are listed here. */
  list?: { to: string; label: string };
}

const rows: Record<TodayKind, Row> = {
  disputes: {
    nouns: ['dispute', 'disputes'],
    next: ({ dueAt }) => `Send the evidence in Stripe${dueAt ? describeDeadline(dueAt) : '.'}`,
    list: { to: '/desk?view=orders&state=disputeOpen', label: 'Show the disputes' },
  },
  factorResets: {
    nouns: ['second factor to turn off', 'second factors to turn off'],
    next: ({ count }) =>
      count > 0
        ? 'Open the person and turn off the second factor.'
        : 'Nothing to do yet: the waiting period is not over.',
  },
  failedRefunds: {
    nouns: ['failed refund', 'failed refunds'],
    next: () => 'Return the money by other means, and mark the order as done.',
    list: { to: '/desk?view=orders&state=refundFailed', label: 'Show the orders' },
  },
  withdrawals: {
    nouns: ['withdrawal that is not confirmed', 'withdrawals that are not confirmed'],
    next: () => 'After a few days, write to the address of the order.',
    list: { to: '/desk?view=orders&state=withdrawalStated', label: 'Show the orders' },
  },
  feedback: {
    nouns: ['open feedback message', 'open feedback messages'],
    next: () => 'Answer each, or mark it as done.',
    list: { to: '/desk?view=feedback', label: 'Show the feedback' },
  },
  mailings: {
    nouns: ['draft of a mailing', 'drafts of mailings'],
    next: () => 'Send it, or discard it.',
    list: { to: '/desk?view=mailings', label: 'Show the drafts' },
  },
  articles: {
    nouns: ['draft of an article', 'drafts of articles'],
    next: () => 'Publish it when it is ready.',
    list: { to: '/desk?view=articles&status=draft', label: 'Show the drafts' },
  },
  deadLetters: {
    nouns: ['function with dead letters', 'functions with dead letters'],
    next: () => 'Find the error in its log, and deliver the events again.',
    list: { to: '/desk?view=overview', label: 'Show the alarms' },
  },
  alarms: {
    nouns: ['active alarm', 'active alarms'],
    next: () => 'Read what it means, and follow its runbook.',
    list: { to: '/desk?view=overview', label: 'Show the alarms' },
  },
  incidents: {
    nouns: ['open problem on the status page', 'open problems on the status page'],
    next: () => 'The team reported it: end it with a sentence when it is over.',
    list: { to: '/desk?view=status', label: 'Show the status' },
  },
};

const describeDeadline = (dueAt: string): string =>
  Date.parse(dueAt) > Date.now()
    ? ` by ${utcTime(dueAt)}.`
    : `. The first deadline, ${utcTime(dueAt)}, has passed.`;

/** The start page of the desk: the search for people, and what waits for the team. */
export function TodayView() {
  const { answer } = useReading('deskToday', {});
  return (
    <div className={styles.desk}>
      <FindPeople />
      <Section id="today" heading="Today">
        <WithAnswer answer={answer} loadingLabel="Loading what is due…">
          {(today) => <Waiting today={today} />}
        </WithAnswer>
      </Section>
    </div>
  );
}

function Waiting({ today }: { today: DeskToday }) {
  const shown = todayKinds.filter((kind) => isShown(today[kind]));
  if (shown.length === 0) return <p>Nothing is due. Have a good day.</p>;
  return (
    <>
      <ul className={styles.today}>
        {shown.map((kind) => (
          <WaitingItem key={kind} row={rows[kind]} waiting={today[kind]} />
        ))}
      </ul>
      <p>Nothing else is due.</p>
    </>
  );
}

const isShown = (waiting: WaitingCount | null): boolean =>
  !waiting || waiting.count > 0 || (waiting.resets ?? []).length > 0;

function WaitingItem({ row, waiting }: { row: Row; waiting: WaitingCount | null }) {
  const { nouns, next, list } = row;
  if (!waiting)
    return (
      <Item key="unreadable" count="?" name={nouns[1]}>
        <p>This could not be read. Load the page again in a minute.</p>
      </Item>
    );
  const { count, isMore, resets = [] } = waiting;
  return (
    <Item key="counted" count={`${count}${isMore ? '+' : ''}`} name={nouns[count === 1 && !isMore ? 0 : 1]}>
      <p>
        <span>{next(waiting)}</span> {list && <Link to={list.to}>{list.label}</Link>}
      </p>
      {resets.length > 0 && (
        <ul className={styles.resets}>
          {resets.map((reset) => (
            <li key={reset.userId}>
              <PersonLink userId={reset.userId}>{reset.email}</PersonLink>
              <span>{describeReset(reset)}</span>
            </li>
          ))}
        </ul>
      )}
    </Item>
  );
}

interface ItemProps {
  count: string;
  name: string;
  children: Elements;
}

function Item({ count, name, children }: ItemProps) {
  return (
    <li>
      <h3>
        <strong className={styles.count}>{count}</strong> <span>{name}</span>
      </h3>
      <div>{children}</div>
    </li>
  );
}

const describeReset = ({ dueAt, expiresAt }: DeskReset): string =>
  Date.parse(dueAt) <= Date.now()
    ? `: can be turned off until ${utcTime(expiresAt)}`
    : `: can be turned off from ${utcTime(dueAt)}`;
