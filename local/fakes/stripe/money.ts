/*
 * The fake has its own table, written from https://docs.stripe.com/currencies, to reveal mistakes in
 * the table of the product.
 */

/** Zero-decimal currencies. UGX is listed there and among the special cases, whose amounts have two decimals. */
const withoutDecimals = /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/i;
/** Three-decimal currencies. */
const withThreeDecimals = /^(bhd|jod|kwd|omr|tnd)$/i;

/** How many decimals the amounts of a currency have in Stripe's API. */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  if (withoutDecimals.test(currency)) return 0;
  return withThreeDecimals.test(currency) ? 3 : 2;
}

/** Formats an amount of the API. Whole amounts of ISK, UGX and HUF have no decimals. */
export function showMoney(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const value = amount / 10 ** decimals;
  const isWritingDecimals = !/^(isk|ugx|huf)$/i.test(currency) || !Number.isInteger(value);
  const digits = isWritingDecimals ? decimals : 0;
  return value.toLocaleString('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
