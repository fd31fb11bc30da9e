import type { PublicBuild } from '../../../../contract/records/release.ts';
import { formatDate } from '../../lib/format-date.ts';

/**
 * Who signed a build and when, or why nobody did.
 * @returns undefined for a release from before signatures were recorded
 */
export function describeSignature(
  { signature }: PublicBuild,
  unsigned: string | undefined,
): string | undefined {
  if (signature) return `${signature.publisher}, signed ${formatDate(signature.signedAt)}`;
  return unsigned && `Not signed. ${unsigned}`;
}
