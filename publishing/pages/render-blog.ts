import { createElement } from 'react';
import {
  type ArticlePageData,
  type BlogPageData,
  pathOfListPage,
} from '../../contract/content/article-page.ts';
import type { PublishedSummary } from '../../contract/records/article.ts';
import {
  articlesInFeeds,
  type BlogRenderer,
  type PublishedArticle,
  type RenderedFile,
} from '../../contract/records/blog-renderer.ts';
import { publicAddressOf, site } from '../../web/src/lib/site.ts';
import ArticlePage from '../../web/src/routes/article.tsx';
import BlogPage, { blogHeadline } from '../../web/src/routes/blog.tsx';
import { atomFeed, type Feed } from '../feeds/atom-feed.ts';
import { rssFeed } from '../feeds/rss-feed.ts';
import { sectionHtml } from '../feeds/section-html.ts';
import { articleSections } from '../markdown/article-sections.ts';
import { assemblePage, type PageTemplate } from './assemble-page.ts';
import { pageDataElement } from './data-element.ts';
import type { PlacedPage } from './findability.ts';
import { headForCrawlers } from './head-for-crawlers.ts';
import { drawnImageOf, type PageFacts, readPageFacts, type SocialImage } from './page-facts.ts';
import { renderPage } from './render-page.tsx';
import { sitemapOf } from './sitemap.ts';

/** The parts of the build that render articles later. */
export interface BlogTemplates {
  /** See `BlogRenderer`. */
  build: string;
  article: PageTemplate;
  list: PageTemplate;
  themeColor: string;
}

const articlesPerPage = 10;
/** The build draws this picture for pages that have none. */
const blogImage = drawnImageOf('/blog', blogHeadline);

/** Renders the blog with the components, styles and scripts of one build of the site. */
export function blogRenderer({
  build,
  article: articleTemplate,
  list,
  themeColor,
}: BlogTemplates): BlogRenderer {
  return {
    build,

    async renderArticle(published, { previous, next }) {
      const { content, status: _status, ...summary } = published;
      const data: ArticlePageData = {
        article: { ...summary, sections: articleSections(content) },
        ...(previous && { previous: linkTo(previous) }),
        ...(next && { next: linkTo(next) }),
      };
      const path = `/blog/${summary.slug}`;
      const rendered = await renderPage(path, { Component: () => createElement(ArticlePage, data) });
      const page = readPageFacts(path, rendered, socialImageOf(published));
      const placed = { page, above: [blogAbove], article: summary };
      return pageFiles(articleTemplate, { placed, rendered, dataFile: `${path}/article.json`, data });
    },

    async renderLists(articles, newest) {
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
      return [...pages.flat(), ...feedFiles(articles, newest), sitemapFile(articles, pageCount)];
    },
  };

  async function renderListPage(data: BlogPageData): Promise<RenderedFile[]> {
    const path = pathOfListPage(data.page);
    const rendered = await renderPage(path, { Component: () => createElement(BlogPage, data) });
    const page = readPageFacts(path, rendered, blogImage);
    const placed = { page, above: data.page === 1 ? [] : [blogAbove] };
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

/** The metadata of the list, before any article is published. */
export async function factsOfBlog(): Promise<PageFacts> {
  const Component = () => createElement(BlogPage, { articles: [], page: 1, pageCount: 1 });
  return readPageFacts('/blog', await renderPage('/blog', { Component }));
}

const blogAbove = { title: 'Blog', address: publicAddressOf('/blog') };

function socialImageOf({ headline, cover, socialImageUrl }: PublishedArticle): SocialImage {
  if (!socialImageUrl) return blogImage;
  return {
    path: socialImageUrl,
    alternative: [`“${headline}”`, cover?.alternative].filter(Boolean).join(': '),
  };
}

const linkTo = ({ slug, headline }: PublishedSummary) => ({ slug, headline });

function feedFiles(articles: PublishedSummary[], newest: PublishedArticle[]): RenderedFile[] {
  const feed: Omit<Feed, 'address'> = {
    title: `${site.name} blog`,
    pageAddress: publicAddressOf('/blog'),
    author: site.name,
    entries: articles.slice(0, articlesInFeeds).map((summary) => {
      const { slug, headline, author, description, createdAt, updatedAt } = summary;
      const address = publicAddressOf(`/blog/${slug}`);
      const full = newest.find((article) => article.slug === slug);
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
      key: 'blog.atom',
      contentType: 'application/atom+xml; charset=utf-8',
      content: atomFeed(at('blog.atom')),
    },
    {
      key: 'blog.rss',
      contentType: 'application/rss+xml; charset=utf-8',
      content: rssFeed(at('blog.rss'), 'On building worlds and writing the stories in them.'),
    },
  ];
}

function sitemapFile(articles: PublishedSummary[], pageCount: number): RenderedFile {
  const dayOf = ({ updatedAt }: PublishedSummary) => updatedAt.slice(0, 10);
  const lastChange = articles.map(dayOf).sort().at(-1);
  return {
    key: 'sitemap-articles.xml',
    contentType: 'text/xml',
    content: sitemapOf([
      ...Array.from({ length: pageCount }, (_, index) => ({
        address: publicAddressOf(pathOfListPage(index + 1)),
        ...(lastChange && { lastChange }),
      })),
      ...articles.map((article) => ({
        address: publicAddressOf(`/blog/${article.slug}`),
        lastChange: dayOf(article),
      })),
    ]),
  };
}
