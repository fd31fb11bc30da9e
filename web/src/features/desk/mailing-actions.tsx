import { useRef, useState } from 'react';
import type { MailingStatus, MailingSummary } from '../../../../contract/records/mailing.ts';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { messageOf } from '../../lib/message-of.ts';
import { callDesk } from './call-desk.ts';
import { peopleOf } from './describe-mailing.ts';
import { DeskAction } from './desk-action.tsx';

export interface MailingItemProps {
  mailing: MailingSummary;
  /** Called with a sentence about what was done, and with the new state of the mailing if it has changed. */
  onChange: (outcome: string, moved?: Exclude<MailingStatus, 'discarded'>) => Promise<void>;
}

/** The actions of the team on a mailing in its state. The server checks them again. */
export function MailingActions(props: MailingItemProps) {
  const { mailing, onChange } = props;
  const { slug, subject, status } = mailing;
  if (status === 'draft') return <DraftActions {...props} />;
  if (status === 'sending')
    return (
      <DeskAction
        label="Pause"
        act={(request) => callDesk('deskPauseMailing', { ...request, slug })}
        onDone={() => onChange(`“${subject}” is paused. Its last emails may still arrive.`, 'paused')}
        onConflict={(refusal) => onChange(refusal)}
      />
    );
  if (status === 'paused')
    return (
      <DeskAction
        label="Resume"
        act={(request) => callDesk('deskResumeMailing', { ...request, slug })}
        onDone={() => onChange(`“${subject}” continues.`, 'sending')}
        onConflict={(refusal) => onChange(refusal)}
      />
    );
  return null;
}

function DraftActions({ mailing, onChange }: MailingItemProps) {
  const { slug, subject, group, updatedAt: seen } = mailing;
  /** The number of recipients that the form for sending shows. */
  const expected = useRef(0);
  return (
    <>
      <TestMailing slug={slug} />
      <DeskAction
        label="Send…"
        prepare={async () => {
          const { count } = await callDesk('deskCountRecipients', { group });
          expected.current = count;
          return `Send to ${peopleOf(count)}`;
        }}
        act={(request) => callDesk('deskSendMailing', { ...request, slug, seen, expected: expected.current })}
        onDone={() =>
          onChange(`“${subject}” is approved. It is listed as sent when it has ended.`, 'sending')
        }
        onConflict={(refusal) => onChange(refusal)}
      />
      <DeskAction
        label="Discard"
        act={(request) => callDesk('deskDiscardMailing', { ...request, slug, seen })}
        onDone={() => onChange('The draft is discarded.')}
        onConflict={(refusal) => onChange(refusal)}
      />
    </>
  );
}

function TestMailing({ slug }: { slug: string }) {
  const { run, isBusy, failure } = useAction(messageOf);
  /** The same when a request is repeated. */
  const testId = useRef<string>(null);
  const [isSent, setIsSent] = useState(false);

  async function send() {
    setIsSent(false);
    testId.current ??= crypto.randomUUID();
    await callDesk('deskTestMailing', { slug, testId: testId.current });
    testId.current = null;
    setIsSent(true);
  }

  return (
    <>
      <Button look="quiet" isBusy={isBusy} onClick={() => void run(send)}>
        Send a test to me
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      {isSent && <Notice tone="success">The test was sent to your address.</Notice>}
    </>
  );
}
