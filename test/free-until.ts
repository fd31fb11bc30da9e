import { onTestFinished } from 'vitest';
import { catalog, type Offer } from '../contract/rules/catalog.ts';

/** Lets the free offer end with a day, or never, while the current test runs. */
export function freeUntil(until: string | undefined): void {
  const offer: Offer = catalog.earlyAccess;
  const { period } = offer;
  set(until === undefined ? undefined : { until });
  onTestFinished(() => set(period));

  function set(next: Offer['period']): void {
    if (next) offer.period = next;
    else delete offer.period;
  }
}
