/// <reference types="vite/client" />
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ManualSummary } from '../../../contract/content/manual-page.ts';
import { manualParts, pathOfManualPage } from '../../../contract/content/manual-pages.ts';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { PageLinks } from '../features/search/page-links.tsx';
import { SearchPanel } from '../features/search/search-panel.tsx';
import { searchFieldId } from '../lib/slash-key.ts';

const summaries = import.meta.glob<ManualSummary>('../../../content/manual/*.md', {
  query: '?summary',
  import: 'default',
  eager: true,
});

const parts = [
  ...manualParts.map(({ name, pages }) => ({
    name,
    pages: pages.map((id) => ({
      path: pathOfManualPage(id),
      title: summaries[`../../../content/manual/${id}.md`]?.title ?? id,
    })),
  })),
  {
    name: 'More',
    pages: [
      { path: '/faq', title: 'FAQ' },
      { path: '/resources', title: 'Resources' },
      { path: '/blog', title: 'Blog' },
      { path: '/changelog', title: 'Changelog' },
    ],
  },
];

/** Safari refuses more than 100 changes of the address in 30 seconds. */
const addressDelayMs = 400;

/** The search as a page, whose address contains the search. Without JavaScript, it lists the pages. */
export default function SearchPage() {
  const location = useLocation();
  const [query, setQuery] = useState('');
  // Also what was typed before hydration.
  useEffect(() => {
    const typed = document.querySelector<HTMLInputElement>(`#${searchFieldId}`)?.value;
    setQuery((shown) => new URLSearchParams(location.search).get('q') ?? (shown ? '' : (typed ?? '')));
  }, [location]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const address = new URL(window.location.href);
      if (query) address.searchParams.set('q', query);
      else address.searchParams.delete('q');
      // Not through the router, which would treat it as a navigation.
      history.replaceState(history.state, '', address);
    }, addressDelayMs);
    return () => clearTimeout(timer);
  }, [query]);

  return (
    <Page
      title="Search"
      description="Search the manual, the answers, the articles, the story structures and the changelog, or choose a page."
      width="wide"
    >
      <PageHeader title="Search" place="rose">
        The manual, answers, articles, story structures and what has changed.
      </PageHeader>
      <SearchPanel fieldId={searchFieldId} query={query} onQuery={setQuery}>
        {parts.map(({ name, pages }) => (
          <section key={name}>
            <h2>{name}</h2>
            <PageLinks pages={pages} />
          </section>
        ))}
      </SearchPanel>
    </Page>
  );
}
