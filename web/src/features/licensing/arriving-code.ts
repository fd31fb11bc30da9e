/** The code of a link such as `/redeem#code=ABCD-EFGH-JKLM-2345`. Kept in memory while the visitor signs in, and never stored. */
let arrived = '';

/** The code in the fragment of the address, or the one that arrived earlier. */
export function readArrivingCode(hash: string): string {
  const code = new URLSearchParams(hash.slice(1)).get('code');
  if (code) arrived = code;
  return arrived;
}

export function forgetArrivingCode(): void {
  arrived = '';
}
