import { useRef, useState } from 'react';
import type { MailingSummary } from '../../../../contract/records/mailing.ts';
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
  /** Gets what was done, as a sentence. */
  onChange: (outcome: string) => Promise<void>;
  onSent: () => Promise<void>;
}

/** What the team can do with a mailing in its state. The server decides again. */
export function MailingActions(props: MailingItemProps) {
  const { mailing, onChange } = props;
  const { slug, status } = mailing;
  if (status === 'draft') return <DraftActions {...props} />;
  if (status === 'sending')
    return (
      <DeskAction
        label="Pause"
        act={(request) => callDesk('deskPauseMailing', { ...request, slug })}
        onDone={() => onChange('Paused. Its last emails may still arrive.')}
        onConflict={onChange}
      />
    );
  if (status === 'paused')
    return (
      <DeskAction
        label="Resume"
        act={(request) => callDesk('deskResumeMailing', { ...request, slug })}
        onDone={() => onChange('Resumed.')}
        onConflict={onChange}
      />
    );
  return null;
}

function DraftActions({ mailing, onChange, onSent }: MailingItemProps) {
  const { slug, group, updatedAt: seen } = mailing;
  /** How many people the form for sending shows. */
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
        onDone={onSent}
        onConflict={onChange}
      />
      <DeskAction
        label="Discard"
        act={(request) => callDesk('deskDiscardMailing', { ...request, slug, seen })}
        onDone={() => onChange('The draft is discarded.')}
        onConflict={onChange}
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
