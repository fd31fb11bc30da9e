import { type RoadmapItem, roadmap } from '../../../content/roadmap.ts';
import { Badge } from '../components/badge.tsx';
import { Card, CardGrid } from '../components/card.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
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
] as const;

export default function RoadmapPage() {
  return (
    <Page
      title="Roadmap"
      description="What we are building into Lorewright now, and what we are planning and researching for later."
      width="wide"
    >
      <PageHeader title="Where the road leads" place="road">
        What we are building now, and what we plan for later.
      </PageHeader>
      {horizons.map(({ horizon, name, text, tone }) => (
        <Section key={horizon} id={horizon} heading={name} className={styles[horizon]}>
          <p>{text}</p>
          <CardGrid>
            {roadmap.filter(isWithin(horizon)).map((item) => (
              <Card key={item.title} level={3} title={item.title} badge={<Badge tone={tone}>{name}</Badge>}>
                <p>{item.text}</p>
              </Card>
            ))}
          </CardGrid>
        </Section>
      ))}
    </Page>
  );
}

function isWithin(horizon: RoadmapItem['horizon']) {
  return (item: RoadmapItem) => item.horizon === horizon;
}
