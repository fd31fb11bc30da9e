import { type RoadmapItem, roadmap } from '../../../content/roadmap.ts';
import { closedItems } from '../../../contract/content/roadmap-items.ts';
import { type ShownVotes, votesFile } from '../../../contract/rules/roadmap-votes.ts';
import { Badge } from '../components/badge.tsx';
import { Card, CardGrid } from '../components/card.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { usePublished } from '../features/downloads/use-published.ts';
import { ItemVote } from '../features/roadmap/item-vote.tsx';
import { useVoting } from '../features/roadmap/use-voting.ts';
import { formatDate } from '../lib/format-date.ts';
import styles from './roadmap.module.css';

const horizons = [
  {
    horizon: 'short',
    name: 'Short Term',
    text: 'Actively developed. These come next, each when it is ready.',
    tone: 'success',
  },
  {
    horizon: 'long',
    name: 'Long Term',
    text: 'Planning and research. Some of it may change, and some may never ship.',
    tone: 'info',
  },
  {
    horizon: 'closed',
    name: 'Closed',
    text: 'Items that left the roadmap, and what became of them.',
    tone: 'plain',
  },
] as const;

export default function RoadmapPage() {
  const voting = useVoting();
  const { content: published } = usePublished<ShownVotes>(`/${votesFile}`);
  const parts = horizons
    .map((part) => ({ ...part, items: roadmap.filter((item) => partOf(item) === part.horizon) }))
    .filter(({ items }) => items.length > 0);
  return (
    <Page
      title="Roadmap"
      description="What we are building into Lorewright now, and what we are planning and researching for later."
      width="wide"
    >
      <PageHeader title="Where the road leads" place="road">
        What we are building now, and what we plan for later.
      </PageHeader>
      {parts.map(({ horizon, name, text, tone, items }) => (
        <Section key={horizon} id={horizon} heading={name} className={styles[horizon]}>
          <p>{text}</p>
          <CardGrid>
            {items.map((item) => (
              <Card
                key={item.id}
                id={item.id}
                level={3}
                title={item.title}
                badge={<Badge tone={tone}>{name}</Badge>}
              >
                <p>{item.text}</p>
                <Outcome item={item} />
                <ItemVote item={item} voting={voting} published={published} />
              </Card>
            ))}
          </CardGrid>
        </Section>
      ))}
    </Page>
  );
}

const partOf = ({ id, horizon }: RoadmapItem) => (closedItems[id] ? 'closed' : horizon);

function Outcome({ item: { id } }: { item: RoadmapItem }) {
  const closed = closedItems[id];
  return closed && <p>{`Closed on ${formatDate(closed.day)}: ${closed.outcome}`}</p>;
}
