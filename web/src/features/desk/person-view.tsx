import { TextField } from '@aws-amplify/ui-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { ResponseOf } from '../../../../contract/operations/operations.ts';
import type { DeskPerson } from '../../../../contract/records/desk-person.ts';
import { maxGiverName } from '../../../../contract/rules/desk-rules.ts';
import { deskChannel } from '../../../../contract/rules/doorbell-channels.ts';
import { Facts } from '../../components/facts.tsx';
import { textOf } from '../../components/forms/submit-form.tsx';
import { Section } from '../../components/section.tsx';
import { breakable } from '../../components/text/breakable.tsx';
import { followChannel } from '../../lib/follow-channel.ts';
import { AccountActions } from './account-actions.tsx';
import { AuditList } from './audit-list.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { DeskAction } from './desk-action.tsx';
import { utcTime } from './details.tsx';
import { FindPeople } from './find-people.tsx';
import { MailList } from './mail-list.tsx';
import { NoteForm } from './note-form.tsx';
import { OrderOfPerson } from './order-of-person.tsx';
import { type Pages, usePages } from './use-reading.tsx';
import { List, MoreButton, WithReading } from './with-reading.tsx';

/** A search, or the person in the address. */
export function PeopleView() {
  const [searchParams] = useSearchParams();
  const userId = searchParams.get('person');
  return userId ? <PersonView key={userId} userId={userId} /> : <FindPeople />;
}

/** Shows a person to the team, and reads the data again after each action. */
function PersonView({ userId }: { userId: string }) {
  const person = usePages('deskPerson', { userId });
  const { reload } = person;
  // Reloads when the record of the person is changed elsewhere.
  useEffect(
    () =>
      followChannel({
        channelOf: () => deskChannel,
        onRing: (ring) => {
          if (ring.userId === undefined || ring.userId === userId) void reload();
        },
      }),
    [userId, reload],
  );
  return (
    <div className={styles.desk}>
      <p>
        <Link to="/desk?view=people">Find another person</Link>
      </p>
      <WithReading reading={person} loadingLabel="Loading the person…">
        {(pages) => (
          <>
            <Person pages={pages} />
            <MoreButton readNext={person.readNext} />
          </>
        )}
      </WithReading>
    </div>
  );
}

/** @param pages the first has all facts; their lists follow each other */
function Person({ pages }: { pages: Pages<ResponseOf<'deskPerson'>> }) {
  const [person] = pages;
  const { userId, account } = person;
  const emails = latestFirst(
    pages,
    (page) => page.emails,
    ({ at }) => at,
  );
  return (
    <div className={styles.desk}>
      <Section id="account" heading={account ? breakable(account.email, /(?<=[@.])/) : 'No account'}>
        <AccountFacts person={person} />
        {account && <AccountActions person={person} account={account} />}
      </Section>
      <OrdersOfPerson person={person} orders={pages.flatMap(({ orders }) => orders)} />
      <FeedbackOfPerson pages={pages} />
      <Section id="emails" heading="Emails">
        <MailList mails={emails} />
      </Section>
      <Section id="notes" heading="Notes and actions of the team">
        <NoteForm userId={userId} />
        <AuditList
          entries={pages.flatMap(({ audit }) => audit)}
          names={Object.assign({}, ...pages.map(({ names }) => names))}
        />
      </Section>
    </div>
  );
}

function AccountFacts({ person }: { person: DeskPerson }) {
  const { userId, account, factorReset, user, referralCode, referrals } = person;
  return (
    <Facts>
      <Fact name="User id" value={userId} />
      <Fact name="Account" value={account && describeAccount(account)} />
      <Fact name="Second factor" value={account && (account.hasSecondFactor ? 'on' : 'off')} />
      <Fact name="Reset of the second factor" value={factorReset && describeReset(factorReset)} />
      <Fact name="Groups" value={account && (account.groups.join(', ') || 'none')} />
      <Fact name="License" value={user?.subscription.status === 'active' ? 'active' : 'none'} />
      <Fact name="Registered" value={account && utcTime(account.createdAt)} />
      <Fact name="No emails about" value={user?.unsubscriptions.join(', ')} />
      <Fact
        name="Referral code"
        value={
          referralCode &&
          `${referralCode}, ${referrals.reduce((sum, { licenses }) => sum + licenses, 0)} licenses`
        }
      />
    </Facts>
  );
}

interface OrdersOfPersonProps {
  person: DeskPerson;
  /** The orders of all pages. */
  orders: DeskPerson['orders'];
}

function OrdersOfPerson({ person: { userId, user }, orders }: OrdersOfPersonProps) {
  return (
    <Section id="orders" heading="Orders">
      <List empty="None.">
        {orders.map((order) => (
          <OrderOfPerson key={order.orderId} order={order} />
        ))}
      </List>
      {user && user.subscription.status !== 'active' && (
        <div className={styles.actions}>
          <DeskAction
            label="Give a license"
            act={(request, fields) => {
              const from = textOf(fields, 'from').trim();
              return callDesk('deskGift', { ...request, userId, ...(from && { from }) });
            }}
            outcome="The license is given."
          >
            <TextField
              label="From (optional)"
              descriptiveText="The person sees this name as the giver."
              name="from"
              autoComplete="off"
              maxLength={maxGiverName}
            />
          </DeskAction>
        </div>
      )}
    </Section>
  );
}

function FeedbackOfPerson({ pages }: { pages: DeskPerson[] }) {
  const feedback = latestFirst(
    pages,
    (page) => page.feedback,
    ({ timestamp }) => timestamp,
  );
  return (
    <Section id="feedback" heading="Feedback">
      <List empty="None.">
        {feedback.map(({ feedbackId, type, content, timestamp }) => (
          <li key={feedbackId}>
            <strong>{type}</strong>
            <span>{`, ${utcTime(timestamp)}`}</span>
            <p className={styles.words}>{content}</p>
          </li>
        ))}
      </List>
    </Section>
  );
}

/** The server sorts neither feedback nor emails across pages. */
const latestFirst = <Item,>(
  pages: DeskPerson[],
  itemsOf: (page: DeskPerson) => Item[],
  timeOf: (item: Item) => string,
): Item[] => pages.flatMap(itemsOf).sort((a, b) => timeOf(b).localeCompare(timeOf(a)));

function Fact({ name, value }: { name: string; value: string | undefined }) {
  if (!value) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

const describeReset = ({ requestedAt, dueAt, expiresAt }: NonNullable<DeskPerson['factorReset']>): string =>
  `asked for on ${utcTime(requestedAt)}; possible from ${utcTime(dueAt)} until ${utcTime(expiresAt)}, unless a sign-in or the team cancels it`;

function describeAccount({ status, isEnabled, isEmailVerified }: NonNullable<DeskPerson['account']>): string {
  const parts = [
    status === 'CONFIRMED' ? 'confirmed' : status.toLowerCase(),
    isEmailVerified ? 'address confirmed' : 'address not confirmed',
    ...(isEnabled ? [] : ['locked']),
  ];
  return parts.join(', ');
}
