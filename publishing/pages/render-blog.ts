import { createElement } from 'react';
import {
  type ArticlePageData,
  type BlogPageData,
  pathOfListPage,
} from '../../contract/content/article-page.ts';
import { searchFiles } from '../../contract/content/searchable-page.ts';
import type { PublishedSummary } from '../../contract/records/article.ts';
import {
  type ArticleCollection,
  articleCollections,
  type CollectionName,
} from '../../contract/records/article-collections.ts';
import {
  articlesInFeeds,
  type BlogRenderer,
  type PublishedArticle,
  type RenderedFile,
} from '../../contract/records/blog-renderer.ts';
import { contentTypeOf } from '../../contract/rules/content-type-of.ts';
import { collectionTexts } from '../../web/src/features/blog/collection-texts.ts';
import { publicAddressOf, site } from '../../web/src/lib/site.ts';
import ArticlePage from '../../web/src/routes/article.tsx';
import BlogPage from '../../web/src/routes/blog.tsx';
import { atomFeed, type Feed } from '../feeds/atom-feed.ts';
import { rssFeed } from '../feeds/rss-feed.ts';
import { sectionHtml } from '../feeds/section-html.ts';
import { articleSections } from '../markdown/article-sections.ts';
import { assemblePage, type PageTemplate } from './assemble-page.ts';
import { pageDataElement } from './data-element.ts';
import type { PlacedPage } from './findability.ts';
import { headForCrawlers } from './head-for-crawlers.ts';
import { readPageFacts, type SocialImage } from './page-facts.ts';
import { renderPage } from './render-page.tsx';
import { searchableArticles } from './searchable-pages.ts';
import { sitemapOf } from './sitemap.ts';

/** The parts of the build that render articles later. */
export interface BlogTemplates {
  article: PageTemplate;
  list: PageTemplate;
  themeColor: string;
}

const articlesPerPage = 10;

export function blogRenderers(templates: BlogTemplates): Record<CollectionName, BlogRenderer> {
  return {
    blog: blogRenderer(articleCollections.blog, templates),
    letters: blogRenderer(articleCollections.letters, templates),
  };
}

/** Renders a collection with the components, styles and scripts of one build of the site. */
function blogRenderer(
  collection: ArticleCollection,
  { article: articleTemplate, list, themeColor }: BlogTemplates,
): BlogRenderer {
  const { name } = collection;
  const listAbove = { title: collectionTexts[name].title, address: publicAddressOf(`/${name}`) };

  return {
    async renderArticle(published, { previous, next }) {
      const { content, status: _status, ...summary } = published;
      const data: ArticlePageData = {
        article: { ...summary, sections: articleSections(content) },
        ...(previous && { previous: linkTo(previous) }),
        ...(next && { next: linkTo(next) }),
      };
      const path = `/${name}/${summary.slug}`;
      const rendered = await renderPage(path, {
        Component: () => createElement(ArticlePage, { ...data, collection: name }),
      });
      const page = readPageFacts(path, rendered, socialImageOf(published));
      const placed = { page, above: [listAbove], article: summary };
      return pageFiles(articleTemplate, { placed, rendered, dataFile: `${path}/article.json`, data });
    },

    async renderLists(articles, texts) {
      const pageCount = Math.max(1, Math.ceil(articles.length / articlesPerPage));
      const pages = await Promise.all(
        Array.from({ length: pageCount }, (_, index) =>
          renderListPage({
            articles: articles.slice(index * articlesPerPage, (index + 1) * articlesPerPage),
            page: index + 1,
            pageCount,
          }),
        ),
      );
      return [
        ...pages.flat(),
        ...feedFiles(collection, articles, texts),
        ...(name === 'blog' ? [searchFile(articles, texts)] : []),
        sitemapFile(collection, articles, pageCount),
      ];
    },
  };

  async function renderListPage(data: BlogPageData): Promise<RenderedFile[]> {
    const path = pathOfListPage(name, data.page);
    const rendered = await renderPage(path, {
      Component: () => createElement(BlogPage, { ...data, collection: name }),
    });
    const page = readPageFacts(path, rendered);
    const placed = { page, above: data.page === 1 ? [] : [listAbove] };
    return pageFiles(list, { placed, rendered, dataFile: `${path}/articles.json`, data });
  }

  function pageFiles(template: PageTemplate, { placed, rendered, dataFile, data }: PageToWrite) {
    return [
      {
        key: `${placed.page.path.slice(1)}/index.html`,
        contentType: 'text/html; charset=utf-8',
        content: assemblePage(template, {
          rendered,
          headForCrawlers: headForCrawlers(placed, themeColor),
          pageData: pageDataElement(data, dataFile),
        }),
      },
      { key: dataFile.slice(1), contentType: 'application/json', content: JSON.stringify(data) },
    ];
  }
}

interface PageToWrite {
  placed: PlacedPage;
  rendered: string;
  dataFile: string;
  data: object;
}

function socialImageOf({ headline, cover, socialImageUrl }: PublishedArticle): SocialImage | undefined {
  if (!socialImageUrl) return undefined;
  return {
    path: socialImageUrl,
    alternative: [`“${headline}”`, cover?.alternative].filter(Boolean).join(': '),
  };
}

const linkTo = ({ slug, headline }: PublishedSummary) => ({ slug, headline });

function feedFiles(
  { name }: ArticleCollection,
  articles: PublishedSummary[],
  texts: PublishedArticle[],
): RenderedFile[] {
  const { title, introduction } = collectionTexts[name];
  const feed: Omit<Feed, 'address'> = {
    title: `${site.name} ${title.toLowerCase()}`,
    pageAddress: publicAddressOf(`/${name}`),
    author: site.name,
    entries: articles.slice(0, articlesInFeeds).map((summary) => {
      const { slug, headline, author, description, createdAt, updatedAt } = summary;
      const address = publicAddressOf(`/${name}/${slug}`);
      const full = texts.find((article) => article.slug === slug);
      return {
        title: headline,
        address,
        author,
        publishedAt: `${createdAt}T00:00:00Z`,
        updatedAt,
        summary: description,
        // The text may still be on its way or invalid; the feed keeps the article without it.
        content: full
          ? {
              type: 'html',
              value: articleSections(full.content)
                .map((section) => sectionHtml(section, address))
                .join('\n'),
            }
          : { type: 'text', value: description },
      };
    }),
  };
  const at = (key: string): Feed => ({ ...feed, address: publicAddressOf(`/${key}`) });
  return [
    {
      key: `${name}.atom`,
      contentType: 'application/atom+xml; charset=utf-8',
      content: atomFeed(at(`${name}.atom`)),
    },
    {
      key: `${name}.rss`,
      contentType: 'application/rss+xml; charset=utf-8',
      content: rssFeed(at(`${name}.rss`), introduction),
    },
  ];
}

const searchFile = (articles: PublishedSummary[], texts: PublishedArticle[]): RenderedFile => ({
  key: searchFiles.articles.slice(1),
  contentType: 'application/json',
  content: JSON.stringify(searchableArticles(articles, texts)),
});

function sitemapFile(
  { name, sitemap }: ArticleCollection,
  articles: PublishedSummary[],
  pageCount: number,
): RenderedFile {
  const dayOf = ({ updatedAt }: PublishedSummary) => updatedAt.slice(0, 10);
  const lastChange = articles.map(dayOf).sort().at(-1);
  return {
    key: sitemap,
    contentType: contentTypeOf(sitemap),
    content: sitemapOf([
      ...Array.from({ length: pageCount }, (_, index) => ({
        address: publicAddressOf(pathOfListPage(name, index + 1)),
        ...(lastChange && { lastChange }),
      })),
      ...articles.map((article) => ({
        address: publicAddressOf(`/${name}/${article.slug}`),
        lastChange: dayOf(article),
      })),
    ]),
  };
}
