import type { PublishedSummary, StoredArticle } from '../../../contract/records/article.ts';
import { type ArticleCollection, articleCollections } from '../../../contract/records/article-collections.ts';
import {
  articlesInFeeds,
  type BlogRenderer,
  type PublishedArticle,
  type RenderedFile,
} from '../../../contract/records/blog-renderer.ts';

/** A published article as the table holds it. */
export function articleOf(slug: string, changes: Partial<StoredArticle> = {}): StoredArticle {
  return {
    slug,
    headline: `The headline of ${slug}`,
    author: 'Ana',
    description: 'What it is about.',
    createdAt: '2025-09-01',
    updatedAt: '2025-09-01T12:00:00Z',
    status: 'published',
    content: [{ type: 'paragraph', content: 'Once upon a time.' }],
    ...changes,
  };
}

const pageLength = 3;

/** The site's files, each reduced to the data that it depends on. */
const plainRendererOf = ({ name, sitemap }: ArticleCollection): BlogRenderer => ({
  async renderArticle(article, { previous, next }) {
    const around = `${previous?.headline ?? 'none'} < ${next?.headline ?? 'none'}`;
    return beside(`${name}/${article.slug}`, 'article', `${textOf(article)} | ${around}`);
  },
  async renderLists(articles, texts) {
    const pages = Math.max(1, Math.ceil(articles.length / pageLength));
    const listed = Array.from({ length: pages }, (_, index) => {
      const folder = index === 0 ? name : `${name}/page/${index + 1}`;
      const onPage = articles.slice(index * pageLength, (index + 1) * pageLength);
      return beside(folder, 'articles', `${headlinesOf(onPage)} | ${index + 1} of ${pages}`);
    });
    const feed = texts.slice(0, articlesInFeeds).map(textOf).join('\n');
    return [
      ...listed.flat(),
      { key: `${name}.atom`, contentType: 'application/atom+xml; charset=utf-8', content: `atom ${feed}` },
      { key: `${name}.rss`, contentType: 'application/rss+xml; charset=utf-8', content: `rss ${feed}` },
      ...(name === 'blog'
        ? [
            {
              key: 'blog/search.json',
              contentType: 'application/json',
              content: [headlinesOf(articles), ...texts.map(textOf)].join('\n'),
            },
          ]
        : []),
      {
        key: sitemap,
        contentType: 'application/xml; charset=utf-8',
        content: ['sitemap', ...articles.map(({ slug, updatedAt }) => `${slug} ${updatedAt}`)].join('\n'),
      },
    ];
  },
});

/** The renderer of each collection. */
export const plainRenderers = {
  blog: plainRendererOf(articleCollections.blog),
  letters: plainRendererOf(articleCollections.letters),
};

const beside = (folder: string, name: string, content: string): RenderedFile[] => [
  { key: `${folder}/index.html`, contentType: 'text/html; charset=utf-8', content: `<p>${content}</p>` },
  { key: `${folder}/${name}.json`, contentType: 'application/json', content: JSON.stringify(content) },
];

const textOf = ({ headline, updatedAt, content, readingMinutes }: PublishedArticle) =>
  `${headline} ${updatedAt} ${readingMinutes} ${JSON.stringify(content)}`;

const headlinesOf = (articles: PublishedSummary[]) => articles.map(({ headline }) => headline).join(', ');
