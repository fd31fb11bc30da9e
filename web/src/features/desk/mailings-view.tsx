import { useEffect, useState } from 'react';
import type { MailingStatus } from '../../../../contract/records/mailing.ts';
import { Section } from '../../components/section.tsx';
import styles from './desk.module.css';
import { MailingItem } from './mailing-item.tsx';
import { SelectOne } from './select-one.tsx';
import { usePages } from './use-reading.tsx';
import { PagedList } from './with-reading.tsx';
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
  const list = usePages('deskMailings', { status });
  const { reload } = list;
  const pages = list.answer.value ?? [];
  const names = Object.assign({}, ...pages.map((page) => page.names));
  const isSending = pages[0]?.mailings.some((mailing) => mailing.status === 'sending') ?? false;
  // A poll would close further pages, so it pauses while they are open.
  const polls = isSending && pages.length === 1;
  useEffect(() => {
    if (!polls) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reload();
    }, pollMs);
    return () => clearInterval(timer);
  }, [polls, reload]);

  // The mailing disappears from the list with its button.
  async function moved(outcome: string, to: ListedStatus) {
    await list.conclude(outcome);
    setStatus(to);
  }

  return (
    <div className={styles.desk}>
      <Section id="write-mailing" heading="Write a mailing">
        <WriteMailing onStored={(outcome) => moved(outcome, 'draft')} />
      </Section>
      <Section id="mailings" heading="Mailings">
        <SelectOne
          label="State"
          value={status}
          labels={statuses}
          onSelect={(selected) => {
            setStatus(selected);
            list.announce('');
          }}
        />
        <PagedList
          list={list}
          itemsOf={({ mailings }) => mailings}
          loadingLabel="Loading the mailings…"
          empty="None."
        >
          {(mailing) => <MailingItem key={mailing.slug} mailing={mailing} names={names} onMoved={moved} />}
        </PagedList>
      </Section>
    </div>
  );
}
