import { plainText } from '../../contract/content/plain-text.ts';
import type { Inline } from '../../contract/content/sections.ts';
import type { PublishedSummary } from '../../contract/records/article.ts';
import { amountsOf, catalog, currentOffer, type Offer } from '../../contract/rules/catalog.ts';
import { inUnits } from '../../contract/rules/format-price.ts';
import { publishedSalesTax } from '../../contract/rules/offer-texts.ts';
import { publicAddressOf, site } from '../../web/src/lib/site.ts';
import { dataElement } from './data-element.ts';
import { type PageFacts, siteImage } from './page-facts.ts';

/** An object as https://schema.org describes it. */
export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

export function dataBlock(thing: Thing): string {
  return dataElement('ld+json', { '@context': 'https://schema.org', ...thing });
}

function organization(): Thing {
  return {
    '@type': 'Organization',
    name: site.name,
    url: publicAddressOf('/'),
    logo: publicAddressOf('/icon-512.png'),
  };
}

export function webSite(): Thing {
  return {
    '@type': 'WebSite',
    name: site.name,
    description: site.tagline,
    url: publicAddressOf('/'),
    inLanguage: 'en',
    publisher: organization(),
  };
}

/** The toolkit, and the license on the pricing page. */
export function softwareApplication(): Thing {
  const offer: Offer = catalog[currentOffer];
  const offers = Object.entries(amountsOf(offer)).map(([currency, amount]) =>
    offerIn(currency, amount, offer),
  );
  return {
    '@type': 'SoftwareApplication',
    name: site.name,
    description: `${site.tagline}: map, timelines, editor, calendar and network editor, offline, with unlimited local storage.`,
    url: publicAddressOf('/'),
    image: publicAddressOf(siteImage.path),
    applicationCategory: 'DesignApplication',
    operatingSystem: 'macOS, Windows',
    offers: offers.length === 1 ? offers[0] : offers,
  };
}

function offerIn(currency: string, amount: number, { period }: Offer): Thing {
  const price = { price: inUnits(amount, currency), priceCurrency: currency.toUpperCase() };
  return {
    '@type': 'Offer',
    ...price,
    ...(amount > 0 &&
      publishedSalesTax !== 'none' && {
        priceSpecification: {
          '@type': 'PriceSpecification',
          ...price,
          valueAddedTaxIncluded: publishedSalesTax === 'included',
        },
      }),
    ...(period?.from && { availabilityStarts: period.from }),
    ...(period?.until && { availabilityEnds: period.until, priceValidUntil: period.until }),
    // Pages are built once, so they cannot contain whether a limited offer is sold today.
    ...(period ? {} : { availability: 'https://schema.org/InStock' }),
    url: publicAddressOf('/pricing'),
  };
}

export function blogPosting(
  { author, createdAt, updatedAt }: Pick<PublishedSummary, 'author' | 'createdAt' | 'updatedAt'>,
  page: PageFacts,
): Thing {
  return {
    '@type': 'BlogPosting',
    headline: page.headline,
    description: page.description,
    image: publicAddressOf(page.socialImage.path),
    datePublished: createdAt,
    dateModified: updatedAt,
    // "The Lorewright team" is an organization.
    author: author.includes(site.name)
      ? { ...organization(), name: author }
      : { '@type': 'Person', name: author },
    publisher: organization(),
    mainEntityOfPage: page.address,
    inLanguage: 'en',
  };
}

/** A page of the manual. */
export function techArticle({ headline, description, socialImage, address }: PageFacts): Thing {
  return {
    '@type': 'TechArticle',
    headline,
    description,
    image: publicAddressOf(socialImage.path),
    author: organization(),
    publisher: organization(),
    mainEntityOfPage: address,
    inLanguage: 'en',
  };
}

export function faqPage(questions: { question: string; answer: Inline[] }[]): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
    })),
  };
}

/** The path from the home page to a page. */
export function breadcrumbList(steps: Pick<PageFacts, 'title' | 'address'>[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ title, address }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: address,
    })),
  };
}
