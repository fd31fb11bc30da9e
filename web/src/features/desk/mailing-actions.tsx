import { TextField } from '@aws-amplify/ui-react';
import { useRef, useState } from 'react';
import type { ListedMailing, MailingStatus } from '../../../../contract/records/mailing.ts';
import { nobodyReceives } from '../../../../contract/rules/mail-group-phrases.ts';
import { describeTime } from '../../../../contract/rules/zoned-time.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { Notice } from '../../components/notice.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callDesk } from './call-desk.ts';
import { peopleOf } from './describe-mailing.ts';
import { Consequence, DeskAction, DirectAction } from './desk-action.tsx';
import { TimeField, timeOf } from './time-field.tsx';

export interface MailingItemProps {
  mailing: ListedMailing;
  /** Called with a sentence about what was done, and with the new state of the mailing. */
  onMoved: (outcome: string, to: Exclude<MailingStatus, 'discarded'>) => Promise<void>;
}

/** The actions of the team on a mailing in its state. The server checks them again. */
export function MailingActions(props: MailingItemProps) {
  const { mailing, onMoved } = props;
  const { slug, subject, status, updatedAt: seen } = mailing;
  if (status === 'draft') return <MailingDraftActions {...props} />;
  if (status === 'scheduled')
    return (
      <>
        <ScheduleMailing {...props} />
        <DirectAction
          label="Cancel the schedule"
          act={({ actionId }) => callDesk('deskUnscheduleMailing', { actionId, slug, seen })}
          onDone={() => onMoved(`“${subject}” is a draft again.`, 'draft')}
        />
      </>
    );
  if (status === 'sending')
    return (
      <DeskAction
        label="Pause"
        act={(request) => callDesk('deskPauseMailing', { ...request, slug })}
        onDone={() => onMoved(`“${subject}” is paused. Its last emails may still arrive.`, 'paused')}
      />
    );
  if (status === 'paused')
    return (
      <DeskAction
        label="Resume"
        act={(request) => callDesk('deskResumeMailing', { ...request, slug })}
        onDone={() => onMoved(`“${subject}” continues.`, 'sending')}
      />
    );
  return null;
}

function MailingDraftActions(props: MailingItemProps) {
  const { mailing, onMoved } = props;
  const { slug, subject, group, audience, updatedAt: seen } = mailing;
  /** The number of recipients that the form for sending shows. */
  const expected = useRef(0);
  return (
    <>
      <TestMailing slug={slug} />
      <DeskAction
        label="Send a test to another admin"
        done="The test was sent."
        needsNoReason
        act={({ actionId }, fields) =>
          callDesk('deskTestMailing', { actionId, slug, to: textOf(fields, 'to') })
        }
        onDone={async () => {}}
      >
        <TextField
          label="Address of the admin"
          name="to"
          type="email"
          autoComplete="off"
          isRequired
          autoFocus
        />
      </DeskAction>
      <DeskAction
        label="Send…"
        prepare={async () => {
          const { count, withoutAccount } = await callDesk('deskCountRecipients', {
            group,
            ...(audience ? { audience } : {}),
          });
          if (count === 0) throw new ApiError('aborted', nobodyReceives(mailing));
          expected.current = count;
          return `Send to ${peopleOf(count, withoutAccount)}`;
        }}
        act={(request) => callDesk('deskSendMailing', { ...request, slug, seen, expected: expected.current })}
        onDone={() => onMoved(`“${subject}” is approved. It is listed as sent when it has ended.`, 'sending')}
      />
      <ScheduleMailing {...props} />
      <DeskAction
        label="Discard"
        needsNoReason
        act={({ actionId }) => callDesk('deskDiscardMailing', { actionId, slug, seen })}
        outcome="The draft is discarded."
      >
        <Consequence>The draft disappears from this list. Nobody receives it.</Consequence>
      </DeskAction>
    </>
  );
}

/** Chooses the time at which a mailing starts, or another one. */
function ScheduleMailing({ mailing, onMoved }: MailingItemProps) {
  const { slug, subject, updatedAt: seen, schedule } = mailing;
  return (
    <DeskAction
      label={schedule ? 'Change the time' : 'Schedule…'}
      act={async (request, fields) => {
        const time = timeOf(fields);
        await callDesk('deskScheduleMailing', { ...request, slug, seen, time });
        return time;
      }}
      onDone={(time) => onMoved(`“${subject}” starts on ${describeTime(time)}.`, 'scheduled')}
    >
      <TimeField label="Send at" initial={schedule} />
    </DeskAction>
  );
}

function TestMailing({ slug }: { slug: string }) {
  const [isSent, setIsSent] = useState(false);
  return (
    <>
      <DirectAction
        label="Send a test to me"
        act={({ actionId }) => {
          setIsSent(false);
          return callDesk('deskTestMailing', { slug, actionId });
        }}
        onDone={async () => setIsSent(true)}
      />
      {isSent && <Notice tone="success">The test was sent to your address.</Notice>}
    </>
  );
}
