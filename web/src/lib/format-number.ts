const withSeparators = new Intl.NumberFormat('en-US');

/** `12345` is "12,345". */
export function formatNumber(number: number): string {
  return withSeparators.format(number);
}
