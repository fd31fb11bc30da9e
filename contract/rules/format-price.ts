/**
 * Decimals of the amounts that Stripe sends and accepts, which differ from those of `Intl`. HUF and
 * TWD have two, although people pay whole forints and dollars. ISK and UGX have two, although Stripe
 * lists them as zero-decimal. Currencies that are not in this map have two.
 * https://docs.stripe.com/currencies#special-cases
 */
const decimalsAtStripe = new Map([
  // https://docs.stripe.com/currencies#zero-decimal
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'
    .split(' ')
    .map((code) => [code, 0] as const),
  // https://docs.stripe.com/currencies#three-decimal
  ...'bhd jod kwd omr tnd'.split(' ').map((code) => [code, 3] as const),
]);

/** Stripe counts in its smallest unit: cents for dollars, but whole yen. */
export function formatPrice(amount: number, currency: string, locale = 'en-US'): string {
  return moneyFormat(amount, currency, locale).format(inUnits(amount, currency));
}

/** 4900 cents are $49. */
export function inUnits(amount: number, currency: string): number {
  return amount / 10 ** fractionDigitsOf(currency);
}

/** 2 for dollars, 0 for yen. */
export function fractionDigitsOf(currency: string): number {
  return decimalsAtStripe.get(currency.toLowerCase()) ?? 2;
}

/**
 * The smallest step of an amount: Stripe takes no fraction of a króna or a shilling of Uganda, and
 * the last of three decimals must be 0.
 */
export function stepOf(currency: string): number {
  if (['isk', 'ugx'].includes(currency.toLowerCase())) return 100;
  return fractionDigitsOf(currency) === 3 ? 10 : 1;
}

/** Formats an amount as people write the currency: 17,900 Ft, not 17,900.00 Ft. Shows an unusual fraction only if it is not zero. */
function moneyFormat(amount: number, currency: string, locale: string): Intl.NumberFormat {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = fractionDigitsOf(currency);
  const { maximumFractionDigits: usual = digits } = format.resolvedOptions();
  if (usual >= digits || amount % 10 ** (digits - usual) === 0) return format;
  return new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: digits });
}
