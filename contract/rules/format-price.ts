/** Stripe counts in the smallest unit: cents for dollars, but whole yen. */
export function formatPrice(amount: number, currency: string): string {
  return moneyFormat(currency).format(inUnits(amount, currency));
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

function moneyFormat(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency });
}
