import type { PublicBuild } from '../../../../contract/records/release.ts';
import { formatDate } from '../../lib/format-date.ts';

/**
 * The signer and the time of the signature, or the reason why there is none.
 * @returns undefined for a release from before signatures were recorded
 */
export function describeSignature(
  { signature }: PublicBuild,
  unsigned: string | undefined,
): string | undefined {
  if (signature) return `${signature.publisher}, signed ${formatDate(signature.signedAt)}`;
  return unsigned && `Not signed. ${unsigned}`;
}
