import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { catalog } from '../contract/rules/catalog.ts';
import { offerTexts } from '../contract/rules/offer-texts.ts';
import { sampleMails } from '../lambdas/domain/mail/sample-mails.ts';
import { parseLegalText } from '../publishing/markdown/parse-legal-text.ts';
import { renderPages } from '../publishing/pages/render-site.ts';

vi.mock('../contract/rules/catalog.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  currentOffer: 'lifetime',
}));
vi.mock('virtual:offer-texts', async () => ({
  default: (await import('../contract/rules/offer-texts.ts')).offerTexts(undefined, 'included'),
}));

/** The specification's own words, and what is free whatever the license costs. */
const allowed = /free[ -]resources|free of errors|a free order|account=free|free to read|a free account/gi;
const statement = /.{0,40}(\bfree\b|order of zero|total is zero).{0,40}/gi;
const freeStatements = (text: string) => text.replace(allowed, '').match(statement) ?? [];

/**
 * Legal texts and the changelog are rendered from modules that the build parsed; this reads their
 * sources.
 */
const legalTexts = globSync('content/legal/**/*.md').map(
  (file) => [file, readFileSync(file, 'utf8')] as const,
);

describe('with a paid offer', async () => {
  const pages = (await renderPages()).filter(
    ({ path }) => !['/terms', '/privacy', '/changelog'].includes(path),
  );

  it.each(pages.map(({ path, rendered, headForCrawlers }) => [path, rendered + headForCrawlers]))(
    'does not say on %s that the license is free',
    (_, html = '') => {
      expect(html).not.toBe('');
      expect(freeStatements(html)).toEqual([]);
    },
  );

  it.each(pages.map(({ path, rendered, headForCrawlers }) => [path, rendered + headForCrawlers]))(
    'does not announce the early access on %s',
    (_, html = '') => {
      expect(html).not.toMatch(/September 2025\./);
    },
  );

  it.each(sampleMails('https://site.test').map(({ name, mail }) => [name, mail] as const))(
    'does not say in the email %s that the license is free',
    (_, { subject, text, html }) => {
      expect([subject, text, html].flatMap(freeStatements)).toEqual([]);
    },
  );

  it.each(legalTexts)('does not say on %s that the license is free', (file, text) => {
    expect(freeStatements(JSON.stringify(parseLegalText(file, text)))).toEqual([]);
  });

  it.each([
    ['none', 'costs $49.00.'],
    ['included', 'costs $49.00 incl. VAT.'],
    ['excluded', 'costs $49.00 plus tax.'],
  ] as const)('says how taxes are handled: %s', (salesTax, words) => {
    expect(offerTexts(catalog.lifetime, salesTax).home).toContain(words);
  });

  it('states the price on the home page', () => {
    expect(pages.find(({ path }) => path === '/')?.rendered).toContain('A lifetime license costs $49.00');
  });

  it('says next to the price on the pricing page how taxes are handled', () => {
    expect(pages.find(({ path }) => path === '/pricing')?.rendered).toMatch(
      /\$49\.00(?:<[^>]*>|\s)*incl\. VAT</,
    );
  });
});

describe('with the free offer', () => {
  it('states no price in any text', () => {
    expect(JSON.stringify(offerTexts(catalog.earlyAccess))).not.toMatch(/\$|costs/);
  });
});

describe('the source', () => {
  /** Files whose texts depend on the amount of the order or the offer. */
  const byAmount = [
    'contract/rules/offer-texts.ts',
    'content/pricing.ts',
    'lambdas/domain/mail/license-email.ts',
    'web/src/features/license-check/license-check-form.tsx',
    'web/src/features/licensing/checkout-button.tsx',
    'web/src/features/licensing/offer-card.tsx',
    'web/src/features/purchases/describe-order.ts',
  ];

  it('says that the license is free only where the text depends on the price', () => {
    const files = globSync('{content,contract/rules,lambdas/domain/mail,web/src}/**/*.{ts,tsx}').filter(
      (file) => !/\.test\.|\/test-/.test(file) && !byAmount.includes(file),
    );
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\*|\/\/|\/\*)|'free'|\bfree: null/.test(line))
        .flatMap(freeStatements)
        .map((found) => `${file}: ${found}`),
    );
    expect(found).toEqual([]);
  });
});
