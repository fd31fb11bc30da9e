/** The code of a link such as `/redeem#code=ABCD-EFGH-JKLM-2345`. Kept in memory while the visitor signs in, and never stored. */
let arrived = '';

/** The code in the fragment of the address, or the one that arrived earlier. */
export function readArrivingCode(hash = ''): string {
  keepArrivingCode(new URLSearchParams(hash.slice(1)).get('code'));
  return arrived;
}

export function keepArrivingCode(code: string | null): void {
  if (code) arrived = code;
}

export function forgetArrivingCode(): void {
  arrived = '';
}
