import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { articleStore } from '../articles/article-store.ts';
import { articleOf } from '../articles/test-blog.ts';
import { type Newsletter, newsletterOfMailing, storeNewsletter } from './store-newsletter.ts';

const { client, names } = testSiteTables('Articles');
const articles = articleStore(client, names.Articles);
const store = (newsletter: Newsletter) => storeNewsletter(client, names.Articles, newsletter);

function newsletterOf(slug: string, changes: Partial<Newsletter> = {}): Newsletter {
  const { status: _, ...newsletter } = articleOf(slug, { headline: 'News of spring' });
  return { ...newsletter, ...changes };
}
const find = async (slug: string) => (await articles.read([slug], 'letter')).get(slug);

describe('storeNewsletter', () => {
  it('stores a newsletter that the site can publish', async () => {
    await store(newsletterOf('spring'));
    expect(await find('spring')).toMatchObject({
      article: { headline: 'News of spring', status: 'letter' },
    });
    expect(await articles.publishedSlugs('letter')).toContain('spring');
    expect(await articles.publishedSlugs('published')).not.toContain('spring');
  });

  it('keeps the first version when the same newsletter is stored again', async () => {
    const newsletter = newsletterOf('again');
    await store(newsletter);
    await articles.saveRefusal({
      slug: 'again',
      updatedAt: newsletter.updatedAt,
      problems: ['cannot be rendered'],
    });
    await store({ ...newsletter, updatedAt: '2026-01-01T00:00:00Z' });
    expect(await find('again')).toMatchObject({
      updatedAt: newsletter.updatedAt,
      refusal: { problems: ['cannot be rendered'] },
    });
  });

  it('refuses an address that belongs to another newsletter', async () => {
    await store(newsletterOf('taken'));
    await expect(store(newsletterOf('taken', { headline: 'Other news' }))).rejects.toMatchObject({
      code: 'aborted',
      message: 'The address taken belongs to another newsletter. Choose another one.',
    });
    expect(await find('taken')).toMatchObject({ article: { headline: 'News of spring' } });
  });

  it.each(['published', 'draft'] as const)(
    'refuses an address that belongs to an article that is %s',
    async (status) => {
      const article = articleOf(`maps-${status}`, { status });
      await client.send(new PutCommand({ TableName: names.Articles, Item: article }));
      await expect(store(newsletterOf(article.slug))).rejects.toMatchObject({
        code: 'aborted',
        message: `The address ${article.slug} belongs to an article. Choose another one.`,
      });
      expect(await find(article.slug)).toBeUndefined();
    },
  );

  it('refuses a newsletter that the site could not show', async () => {
    await expect(store(newsletterOf('Not a slug'))).rejects.toThrow('slug');
    await expect(store(newsletterOf('empty', { description: ' ' }))).rejects.toThrow('description');
  });
});

const written = {
  slug: 'november',
  group: 'newsletter',
  subject: 'News',
  preheader: 'What is new',
  content: [],
} as const;

describe('newsletterOfMailing', () => {
  it('shows the subject, the preheader and the day of the approval', () => {
    const mailing = { updatedAt: '2026-11-25T10:00:00.000Z', approvedAt: '2026-11-24T23:59:00.000Z' };
    expect(newsletterOfMailing(mailing, { ...written, content: [] })).toEqual({
      slug: 'november',
      headline: 'News',
      author: 'The Lorewright team',
      description: 'What is new',
      createdAt: '2026-11-24',
      updatedAt: '2026-11-24T23:59:00.000Z',
      content: [],
    });
  });

  it('shows the day of the last change when no approval is recorded', () => {
    const mailing = { updatedAt: '2026-11-25T10:00:00.000Z' };
    expect(newsletterOfMailing(mailing, { ...written, content: [] })).toMatchObject({
      createdAt: '2026-11-25',
    });
  });
});
