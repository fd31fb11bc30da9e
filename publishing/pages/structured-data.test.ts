import { expect, it } from 'vitest';
import { link } from '../../contract/content/link.ts';
import { blogPosting, breadcrumbList, dataBlock, faqPage, softwareApplication } from './structured-data.ts';

const page = {
  path: '/blog/a-map',
  address: 'https://lorewright.example/blog/a-map',
  title: 'A Map',
  headline: 'A Map',
  description: 'On maps.',
  socialImage: { path: '/social.png', alternative: 'A map' },
};
const article = { createdAt: '2025-05-14', updatedAt: '2025-06-01T10:00:00Z' };

it('escapes text that would end a data block', () => {
  const block = dataBlock({ '@type': 'Question', name: '</script><script>alert(1)</script>' });
  expect(block.match(/</g)).toHaveLength(2);
  expect(JSON.parse(block.replace(/<[^>]*>/g, ''))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Question',
    name: '</script><script>alert(1)</script>',
  });
});

it('offers the toolkit for free', () => {
  expect(softwareApplication()).toMatchObject({
    name: 'Lorewright',
    operatingSystem: 'macOS, Windows',
    offers: { price: 0, priceCurrency: 'USD', url: 'https://lorewright.example/pricing' },
  });
});

it('names a person or the team as the author of an article', () => {
  expect(blogPosting({ ...article, author: 'Ada Vey' }, page)).toMatchObject({
    headline: 'A Map',
    datePublished: '2025-05-14',
    dateModified: '2025-06-01T10:00:00Z',
    image: 'https://lorewright.example/social.png',
    mainEntityOfPage: 'https://lorewright.example/blog/a-map',
    author: { '@type': 'Person', name: 'Ada Vey' },
    publisher: { '@type': 'Organization', name: 'Lorewright' },
  });
  expect(blogPosting({ ...article, author: 'The Lorewright team' }, page)).toMatchObject({
    author: { '@type': 'Organization', name: 'The Lorewright team' },
  });
});

it('lists questions with their answers', () => {
  expect(faqPage([{ question: 'Why?', answer: ['So ', link('/', 'it is'), '.'] }])).toEqual({
    '@type': 'FAQPage',
    mainEntity: [
      { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'So it is.' } },
    ],
  });
});

it('counts breadcrumbs from one', () => {
  const steps = breadcrumbList([
    { title: 'Home', address: 'https://lorewright.example/' },
    page,
  ]).itemListElement;
  expect(steps).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://lorewright.example/' },
    { '@type': 'ListItem', position: 2, name: 'A Map', item: page.address },
  ]);
});
