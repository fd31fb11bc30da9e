import { TextField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ResponseOf } from '../../../../contract/operations/operations.ts';
import type { FoundPerson } from '../../../../contract/records/desk-person.ts';
import { maxFoundPeople, maxQueryLength } from '../../../../contract/rules/desk-rules.ts';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { PersonLink } from './details.tsx';

/** One search field for addresses, ids and codes. */
export function FindPeople() {
  const [, setSearchParams] = useSearchParams();
  const [found, setFound] = useState<ResponseOf<'deskFind'> | null>(null);

  async function find(fields: FormData) {
    const query = textOf(fields, 'query').trim();
    if (!query) return;
    const answer = await callDesk('deskFind', { query });
    const [only, ...more] = answer.people;
    // Opens a single result at once, to save a click in a frequent case.
    if (only?.userId && more.length === 0) setSearchParams({ person: only.userId });
    else setFound(answer);
  }

  return (
    <div className={styles.desk}>
      <SubmitForm submitLabel="Find" onSubmit={find}>
        <TextField
          label="Find a person"
          descriptiveText="Any part of an email address, an order (cs_… or gift_…), an invoice number, a payment (pi_…), a user id or a referral code."
          name="query"
          autoComplete="off"
          maxLength={maxQueryLength}
          isRequired
        />
      </SubmitForm>
      {found && (
        <section aria-labelledby="found" role="status">
          <h2 id="found">{headingOf(found.people.length)}</h2>
          {found.isPartial && <p>There may be more: type the beginning of the address.</p>}
          <ul className={styles.list}>
            {found.people.map((person) => (
              <li key={`${person.userId}${person.orderId}`}>
                <Found person={person} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function headingOf(count: number): string {
  if (count === 0) return 'Nobody found';
  return count < maxFoundPeople ? `${count} found` : `The first ${count}: type more of the address`;
}

function Found({ person: { userId, email, orderId } }: { person: FoundPerson }) {
  if (!userId) return <span>{`Order ${orderId}, whose account is deleted`}</span>;
  return <PersonLink userId={userId}>{email ?? `${userId} (no account)`}</PersonLink>;
}
