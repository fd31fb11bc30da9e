import { useState } from 'react';
import type { Names } from '../../../../contract/operations/desk-fields.ts';
import { isSubscriberId } from '../../../../contract/records/subscriber.ts';
import { mailGroupPhrases } from '../../../../contract/rules/mail-group-phrases.ts';
import { audienceWords } from '../../../../contract/rules/mailing-audience.ts';
import { Button } from '../../components/button.tsx';
import { WithAnswer } from '../../components/with-answer.tsx';
import { describeMailing } from './describe-mailing.ts';
import styles from './desk.module.css';
import { PersonLink, utcTime } from './details.tsx';
import { MailingActions, type MailingItemProps } from './mailing-actions.tsx';
import { MailingEmail } from './mailing-email.tsx';
import { useConclude, useReading } from './use-reading.tsx';
import { WriteMailing } from './write-mailing.tsx';

/** A mailing with its progress, and the actions on it. */
export function MailingItem({ mailing, names, onMoved }: MailingItemProps & { names: Names }) {
  const { slug, subject, group, audience, updatedAt, approvedBy, approvedAt, uncertainIds } = mailing;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <strong>{subject}</strong>
      <span>{`, one of the ${mailGroupPhrases[group]},${audience ? ` only for people ${audienceWords(audience).inside},` : ''}`}</span>{' '}
      <code className={styles.words}>{slug}</code>
      <p>{describeMailing(mailing).join(' ')}</p>
      {approvedBy && approvedAt && (
        <p className={styles.words}>
          <span>{`Approved ${utcTime(approvedAt)}`}</span>{' '}
          {approvedBy === 'command' ? (
            <span>with the command.</span>
          ) : approvedBy === 'site' ? (
            <span>by the site.</span>
          ) : (
            <span key="person">
              by <PersonLink userId={approvedBy}>{names[approvedBy] ?? approvedBy}</PersonLink>.
            </span>
          )}
        </p>
      )}
      {uncertainIds.length > 0 && <UncertainReaders slug={slug} />}
      <div className={styles.actions}>
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {mailing.status === 'draft' ? 'Show and edit' : 'Show the email'}
        </Button>
        <MailingActions mailing={mailing} onMoved={onMoved} />
      </div>
      {isOpen && <Details key={updatedAt} slug={slug} />}
    </li>
  );
}

/** The email of a mailing, and the text of a draft. */
function Details({ slug }: { slug: string }) {
  const { answer } = useReading('deskMailing', { slug });
  const conclude = useConclude();
  return (
    <WithAnswer answer={answer} loadingLabel="Loading the email…">
      {({ mailing, email }) => (
        <>
          <MailingEmail slug={slug} email={email} />
          {mailing.status === 'draft' && <WriteMailing draft={mailing} onStored={conclude} />}
        </>
      )}
    </WithAnswer>
  );
}

/** The people who may or may not have received a mailing. Their addresses are read when the list is opened. */
function UncertainReaders({ slug }: { slug: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>People who may or may not have received it</summary>
      {isOpen && <Readers slug={slug} />}
    </details>
  );
}

function Readers({ slug }: { slug: string }) {
  const { answer } = useReading('deskMailing', { slug });
  return (
    <WithAnswer answer={answer} loadingLabel="Loading the people…">
      {({ uncertain }) => (
        <ul>
          {uncertain.map(({ userId, email }) => (
            <li key={userId} className={styles.words}>
              {isSubscriberId(userId) ? (
                <span>{email ?? 'a deleted address without an account'}</span>
              ) : (
                <PersonLink userId={userId}>{email ?? `${userId}, a deleted account`}</PersonLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </WithAnswer>
  );
}
