import type { CollectionName } from '../../../../contract/records/article-collections.ts';

interface CollectionTexts {
  /** The title of the list in the browser's tab and above an article. */
  title: string;
  /** The headline of the list. */
  headline: string;
  introduction: string;
  /** For search engines and social networks. */
  description: string;
  /** The text of an empty list. */
  empty: string;
  /** One article, and several of them. */
  article: string;
  articles: string;
  /** A link for readers, next to the feeds. */
  related: { label: string; to: string };
}

/** The texts of the pages of each collection. */
export const collectionTexts: Record<CollectionName, CollectionTexts> = {
  blog: {
    title: 'Blog',
    headline: 'From the chart room',
    introduction: 'On building worlds and writing the stories in them, with something to try each time.',
    description:
      'On building worlds and writing the stories in them: maps, relations, structures, and an exercise to try with each.',
    empty: 'No article has been published yet. Subscribe to a feed below to get the first one.',
    article: 'article',
    articles: 'articles',
    related: { label: 'Read our newsletters', to: '/letters' },
  },
  letters: {
    title: 'Newsletters',
    headline: 'Letters from the chart room',
    introduction: 'The newsletters that we have sent by email, to read at any time.',
    description: 'All newsletters of Lorewright: new articles, and news of the toolkit.',
    empty: 'No newsletter has been sent yet.',
    article: 'newsletter',
    articles: 'newsletters',
    related: { label: 'Get the newsletter by email', to: '/newsletter' },
  },
};
