/**
 * How a stage handles sales taxes such as VAT: not at all, as part of its prices, or in addition to
 * them.
 */
export const salesTaxes = ['none', 'included', 'excluded'] as const;

export type SalesTax = (typeof salesTaxes)[number];

/** Stripe's names for these settings. A price keeps its setting permanently. */
export const taxBehaviors = {
  none: undefined,
  included: 'inclusive',
  excluded: 'exclusive',
} as const satisfies Record<SalesTax, string | undefined>;
