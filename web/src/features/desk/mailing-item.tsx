import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Names } from '../../../../contract/operations/desk-fields.ts';
import { mailGroupPhrases } from '../../../../contract/rules/mail-group-phrases.ts';
import { audienceWords } from '../../../../contract/rules/mailing-audience.ts';
import { Button } from '../../components/button.tsx';
import { describeMailing } from './describe-mailing.ts';
import styles from './desk.module.css';
import { MailingActions, type MailingItemProps } from './mailing-actions.tsx';
import { MailingDetails } from './mailing-details.tsx';
import { UncertainReaders } from './uncertain-readers.tsx';
import { utcTime } from './utc-time.ts';

/** A mailing with its progress, and the actions on it. */
export function MailingItem({ mailing, names, onChange }: MailingItemProps & { names: Names }) {
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
              by <PersonLink userId={approvedBy} names={names} />.
            </span>
          )}
        </p>
      )}
      {uncertainIds.length > 0 && <UncertainReaders slug={slug} />}
      <div className={styles.actions}>
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {mailing.status === 'draft' ? 'Show and edit' : 'Show the email'}
        </Button>
        <MailingActions mailing={mailing} onChange={onChange} />
      </div>
      {isOpen && <MailingDetails key={updatedAt} slug={slug} onChange={onChange} />}
    </li>
  );
}

const PersonLink = ({ userId, names }: { userId: string; names: Names }) => (
  <Link to={`/desk?person=${encodeURIComponent(userId)}`}>{names[userId] ?? userId}</Link>
);
