/** AWS's price of one thing. */
export interface Price {
  service: string;
  /** The thing that is counted. */
  what: string;
  /** The number of things that the price is for, and its name. */
  unit: { size: number; name: string };
  /**
   * How many are free each month, for every account and without an end. Offers for the first year
   * do not count.
   */
  free?: number;
  /**
   * Dollars per unit. A tier ends where the next one begins, including free units. Most prices have
   * one tier.
   */
  tiers: { from: number; dollars: number }[];
  page: string;
  /** Whether the number is from a page of AWS or from another source that quotes it. */
  seen: 'AWS' | 'elsewhere';
}

/** Returns the price of a month's use of one thing. */
export function dollarsFor(price: Price, used: number): number {
  const { free = 0, tiers, unit } = price;
  return tiers.reduce((dollars, tier, index) => {
    const end = tiers[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    const paid = Math.max(0, Math.min(used, end) - Math.max(tier.from, free));
    return dollars + (paid / unit.size) * tier.dollars;
  }, 0);
}
