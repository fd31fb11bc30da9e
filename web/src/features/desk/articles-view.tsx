import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ListedArticle } from '../../../../contract/records/desk-articles.ts';
import { Section } from '../../components/section.tsx';
import { ArticleItem } from './article-item.tsx';
import { callDesk } from './call-desk.ts';
import styles from './desk.module.css';
import { PagedList } from './paged-list.tsx';
import { PasteArticle } from './paste-article.tsx';
import { SelectState } from './select-state.tsx';
import { useOutcome } from './use-outcome.tsx';
import { usePages } from './use-pages.ts';

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
  const read = useCallback(
    (cursor?: string) => callDesk('deskArticles', { status, ...(cursor ? { cursor } : {}) }),
    [status],
  );
  const list = usePages(read);
  const { answer, later, reload } = list;
  const polls = useRef(0);
  const isInTransit = answer.value?.articles.some(({ state }) => state.startsWith('being')) ?? false;
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
  const { announce, statusLine } = useOutcome();
  // The article disappears from the list with its button.
  const afterMoving = async (outcome: string) => {
    polls.current = 0;
    await reload();
    announce(outcome);
  };

  return (
    <div className={styles.desk}>
      <Section id="paste-article" heading="Publish a Markdown file">
        <PasteArticle
          onStored={async (outcome, stored) => {
            await afterMoving(outcome);
            setStatus(stored);
          }}
        />
      </Section>
      <Section id="articles" heading="Articles">
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
          itemsOf={({ articles }) => articles}
          loadingLabel="Loading the articles…"
          empty="None."
        >
          {(article) => <ArticleItem key={article.slug} article={article} onChange={afterMoving} />}
        </PagedList>
      </Section>
    </div>
  );
}
