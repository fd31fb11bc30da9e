import { brand } from '../contract/brand.ts';
import type { CatalogProduct } from './stripe/catalog.ts';

/** What the stand-in for Stripe sells: a license that is free, and one that is paid. */
export function stripeProducts(earlyAccessPriceId: string): CatalogProduct[] {
  return [
    {
      id: 'prod_local_early_access',
      name: `${brand} Early Access`,
      description: 'Lifetime license with all future updates',
      prices: [{ id: earlyAccessPriceId, unitAmount: 0, currency: 'usd', lookupKey: 'early_access' }],
    },
    {
      id: 'prod_local_lifetime',
      name: `${brand} Lifetime`,
      description: 'Lifetime license with all future updates',
      prices: [{ id: 'price_local_lifetime', unitAmount: 4900, currency: 'usd', lookupKey: 'lifetime' }],
    },
  ];
}
