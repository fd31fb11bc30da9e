/** Decimal numbers without loss of digits. DynamoDB has 38 of them. */
interface Decimal {
  digits: bigint;
  /** The number is the digits divided by this power of ten. */
  scale: number;
}

/** @param sign of the second number */
export function addDecimals(one: string, other: string, sign: 1n | -1n): string {
  const [first, second, scale] = align(one, other);
  return `${first + sign * second}e-${scale}`;
}

/** Returns a number less than, equal to or greater than 0. */
export function compareDecimals(one: string, other: string): number {
  const [first, second] = align(one, other);
  return Number(first > second) - Number(first < second);
}

function align(one: string, other: string): [bigint, bigint, number] {
  const numbers = [parse(one), parse(other)] as const;
  const scale = Math.max(...numbers.map((number) => number.scale));
  const [first, second] = numbers.map((number) => number.digits * 10n ** BigInt(scale - number.scale));
  return [first as bigint, second as bigint, scale];
}

/** @param text without an exponent, as dynalite stores numbers */
function parse(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}
