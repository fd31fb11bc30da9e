import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { ManualContents } from '../features/manual/manual-contents.tsx';
import { SearchPanel } from '../features/search/search-panel.tsx';
import { searchFieldId } from '../lib/slash-key.ts';

const more = [
  {
    name: 'More',
    pages: [
      { path: '/faq', title: 'FAQ', description: 'Short answers about the app, the license and your data.' },
      {
        path: '/resources',
        title: 'Resources',
        description: 'Thirty story structures and a tutorial project.',
      },
      {
        path: '/blog',
        title: 'Blog',
        description: 'Articles about maps, relations, drafts and other craft.',
      },
      { path: '/changelog', title: 'Changelog', description: 'What has changed in each version.' },
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
        <ManualContents more={more} />
      </SearchPanel>
    </Page>
  );
}
