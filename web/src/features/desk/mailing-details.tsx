import { useCallback } from 'react';
import { WithAnswer } from '../../components/with-answer.tsx';
import { callDesk } from './call-desk.ts';
import { MailingEmail } from './mailing-email.tsx';
import { useReading } from './use-reading.ts';
import { WriteMailing } from './write-mailing.tsx';

interface MailingDetailsProps {
  slug: string;
  onChange: (outcome: string) => Promise<void>;
}

/** The email of a mailing, and the text of a draft. */
export function MailingDetails({ slug, onChange }: MailingDetailsProps) {
  const read = useCallback(() => callDesk('deskMailing', { slug }), [slug]);
  const { answer } = useReading(read);
  return (
    <WithAnswer answer={answer} loadingLabel="Loading the email…">
      {({ mailing, email }) => (
        <>
          <MailingEmail slug={slug} email={email} />
          {mailing.status === 'draft' && <WriteMailing draft={mailing} onStored={onChange} />}
        </>
      )}
    </WithAnswer>
  );
}
