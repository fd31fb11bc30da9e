import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type RoadmapItem, roadmap } from '../../../../content/roadmap.ts';
import { type ClosedItem, closedItems } from '../../../../contract/content/roadmap-items.ts';
import type { DeskRoadmapItem } from '../../../../contract/operations/desk-feedback-operations.ts';
import { slugsForVoters, votersOf } from '../../../../contract/rules/mailing-audience.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { peopleOf } from './describe-mailing.ts';
import styles from './desk.module.css';
import { utcTime } from './details.tsx';
import { useConclude, useReading } from './use-reading.tsx';
import { WithReading } from './with-reading.tsx';
import { WriteMailing } from './write-mailing.tsx';

/** The votes for each item of the roadmap, in the order of the page. */
export function RoadmapView() {
  const reading = useReading('deskRoadmap', {});
  return (
    <Section id="roadmap" heading="Roadmap">
      <p>
        To close an item, add its outcome to <code>contract/content/roadmap-items.ts</code>.
      </p>
      <WithReading reading={reading} loadingLabel="Counting the votes…">
        {({ items }) => (
          <ul className={styles.list}>
            {roadmap.map((item) => {
              const voters = items.find(({ id }) => id === item.id);
              return voters && <Item key={item.id} item={item} voters={voters} />;
            })}
          </ul>
        )}
      </WithReading>
    </Section>
  );
}

interface ItemProps {
  item: RoadmapItem;
  voters: DeskRoadmapItem;
}

function Item({ item: { id, title }, voters }: ItemProps) {
  const { votes, licensed, recipients, mailings } = voters;
  const closed = closedItems[id];
  return (
    <li>
      <strong>{title}</strong>
      <span>{closed ? `, closed on ${formatDate(closed.day)}` : ', open'}</span>
      <p>
        {`Votes: ${formatNumber(votes)}. With a license: ${formatNumber(licensed)}. Subscribed to emails that ask for feedback: ${formatNumber(recipients)}.`}
      </p>
      {mailings.map(({ slug, status, updatedAt }) => (
        <p key={slug} className={styles.words}>
          {`Mailing to its voters: ${slug}, ${status}, changed ${utcTime(updatedAt)}.`}
        </p>
      ))}
      {closed && recipients > 0 && <WriteToVoters title={title} closed={closed} voters={voters} />}
    </li>
  );
}

interface WriteToVotersProps extends Omit<ItemProps, 'item'> {
  title: string;
  closed: ClosedItem;
}

function WriteToVoters({ title, closed, voters }: WriteToVotersProps) {
  const { id, recipients, mailings } = voters;
  const [isOpen, setIsOpen] = useState(false);
  const conclude = useConclude();
  const slug = slugsForVoters(id).find((each) => !mailings.some((mailing) => mailing.slug === each));
  if (!slug) return null;
  const subject = `Roadmap news: ${title}`;
  const head = `group: feedback\naudience: ${votersOf(id)}\nsubject: ${subject}\npreheader: You voted for it on our roadmap.`;
  const text = `---\n${head}\n---\n\nYou voted for “${title}” on our [roadmap](/roadmap#${id}).\n\n${closed.outcome}\n`;
  async function stored(outcome: string) {
    setIsOpen(false);
    await conclude(outcome);
  }
  return (
    <>
      <div className={styles.actions}>
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Write to its voters
        </Button>
      </div>
      {isOpen && (
        <>
          {mailings.length > 0 && (
            <div className={styles.form}>
              <Notice tone="info">
                There is a mailing to these voters already. A further one writes to the same people again.
              </Notice>
            </div>
          )}
          <p>
            <span>{`It goes to ${peopleOf(recipients)} when you send the draft under`}</span>{' '}
            <Link to="/desk?view=mailings">Mailings</Link>
            <span>.</span>
          </p>
          <WriteMailing initial={{ slug, text }} onStored={stored} />
        </>
      )}
    </>
  );
}
