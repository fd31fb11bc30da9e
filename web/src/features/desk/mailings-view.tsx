import { useCallback, useEffect, useState } from 'react';
import type { MailingStatus } from '../../../../contract/records/mailing.ts';
import { Section } from '../../components/section.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { MailingItem } from './mailing-item.tsx';
import { PagedList } from './paged-list.tsx';
import { SelectState } from './select-state.tsx';
import { useOutcome } from './use-outcome.tsx';
import { usePages } from './use-pages.ts';
import { WriteMailing } from './write-mailing.tsx';

type ListedStatus = Exclude<MailingStatus, 'discarded'>;

const statuses: Record<ListedStatus, string> = {
  draft: 'Drafts',
  scheduled: 'Scheduled',
  sending: 'Being sent',
  paused: 'Paused',
  sent: 'Sent',
};
/** The interval at which the list is reloaded while one of its mailings is being sent. */
const pollMs = 5_000;

/** The mailings of a state, and a form for new drafts. */
export function MailingsView() {
  const [status, setStatus] = useState<ListedStatus>('draft');
  const read = useCallback(
    (cursor?: string) => callDesk('deskMailings', { status, ...(cursor ? { cursor } : {}) }),
    [status],
  );
  const list = usePages(read);
  const { answer, later, reload } = list;
  const names = Object.assign({}, ...[answer.value, ...later].map((page) => page?.names));
  const isSending = answer.value?.mailings.some((mailing) => mailing.status === 'sending') ?? false;
  // A poll would close further pages, so it pauses while they are open.
  const polls = isSending && later.length === 0;
  useEffect(() => {
    if (!polls) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, pollMs);
    return () => clearInterval(timer);
  }, [polls, reload]);
  const { announce, statusLine } = useOutcome();

  // The mailing may disappear from the list with its button.
  async function conclude(outcome: string, moved?: ListedStatus) {
    await reload();
    announce(outcome);
    if (moved) setStatus(moved);
  }

  return (
    <div className={styles.desk}>
      <Section id="write-mailing" heading="Write a mailing">
        <WriteMailing onStored={(outcome) => conclude(outcome, 'draft')} />
      </Section>
      <Section id="mailings" heading="Mailings">
        <SelectState
          value={status}
          labels={statuses}
          onSelect={(selected) => {
            setStatus(selected);
            announce('');
          }}
        />
        {statusLine}
        <PagedList
          list={list}
          itemsOf={({ mailings }) => mailings}
          loadingLabel="Loading the mailings…"
          empty="None."
        >
          {(mailing) => (
            <MailingItem key={mailing.slug} mailing={mailing} names={names} onChange={conclude} />
          )}
        </PagedList>
      </Section>
    </div>
  );
}
