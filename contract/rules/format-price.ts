/** Stripe counts in the smallest unit: cents for dollars, but whole yen. */
export function formatPrice(amount: number, currency: string, locale = 'en-US'): string {
  return moneyFormat(currency, locale).format(inUnits(amount, currency));
}

/** 4900 cents are $49. */
export function inUnits(amount: number, currency: string): number {
  return amount / 10 ** fractionDigitsOf(currency);
}

/** 2 for dollars, 0 for yen. */
export function fractionDigitsOf(currency: string): number {
  const { maximumFractionDigits = 2 } = moneyFormat(currency).resolvedOptions();
  return maximumFractionDigits;
}

function moneyFormat(currency: string, locale = 'en-US'): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'currency', currency });
}
