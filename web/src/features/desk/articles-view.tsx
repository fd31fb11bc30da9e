import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListedArticle } from '../../../../contract/records/desk-articles.ts';
import { Section } from '../../components/section.tsx';
import { ArticleItem } from './article-item.tsx';
import styles from './desk.module.css';
import { PasteArticle } from './paste-article.tsx';
import { SelectOne } from './select-one.tsx';
import { usePages } from './use-reading.tsx';
import { PagedList } from './with-reading.tsx';

type Status = ListedArticle['status'];

const statuses: Record<Status, string> = {
  published: 'Published',
  draft: 'Drafts',
  scheduled: 'Scheduled',
};
/** The list is reloaded while the site publishes one of its articles, for at most three minutes. */
const pollMs = 2_000;
const maxPolls = 90;

/** The articles of a state with their published versions, and a form for new ones. */
export function ArticlesView() {
  const [searchParams] = useSearchParams();
  const [status, setStatus] = useState<Status>(
    searchParams.get('status') === 'draft' ? 'draft' : 'published',
  );
  const list = usePages('deskArticles', { status });
  const { answer, reload } = list;
  const [first, ...later] = answer.value ?? [];
  const polls = useRef(0);
  const isInTransit = first?.articles.some(({ state }) => state.startsWith('being')) ?? false;
  // Each response starts the next poll. A poll would close further pages, so it pauses while they are open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response starts it
  useEffect(() => {
    if (!isInTransit || later.length > 0 || polls.current >= maxPolls) return;
    const timer = setTimeout(() => {
      polls.current += 1;
      void reload();
    }, pollMs);
    return () => clearTimeout(timer);
  }, [answer.value, isInTransit, later.length, reload]);
  // The article disappears from the list with its button.
  const conclude = async (outcome: string) => {
    polls.current = 0;
    await list.conclude(outcome);
  };

  return (
    <div className={styles.desk}>
      <Section id="paste-article" heading="Publish a Markdown file">
        <PasteArticle
          onStored={async (outcome, stored) => {
            await conclude(outcome);
            setStatus(stored);
          }}
        />
      </Section>
      <Section id="articles" heading="Articles">
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
          list={{ ...list, conclude }}
          itemsOf={({ articles }) => articles}
          loadingLabel="Loading the articles…"
          empty="None."
        >
          {(article) => <ArticleItem key={article.slug} article={article} />}
        </PagedList>
      </Section>
    </div>
  );
}
