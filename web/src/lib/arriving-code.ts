/**
 * The code of a link such as `/redeem#code=ABCD-EFGH-JKLM-2345`, or the token of one such as `/accept-license#token=…`. Kept in memory while the
 * visitor signs in, and never stored.
 */
let arrived = '';

/** The code in the fragment of the address, or the code or token that arrived earlier. */
export function readArrivingCode(hash = ''): string {
  keepArrivingCode(new URLSearchParams(hash.slice(1)).get('code'));
  return arrived;
}

/** The token in the fragment of the address, or the one that arrived earlier. Only a token has a period. */
export function readArrivingToken(hash: string): string {
  keepArrivingCode(new URLSearchParams(hash.slice(1)).get('token'));
  return arrived.includes('.') ? arrived : '';
}

export function keepArrivingCode(code: string | null): void {
  if (code) arrived = code;
}

export function forgetArrivingCode(): void {
  arrived = '';
}
