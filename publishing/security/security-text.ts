import { publicAddressOf, site } from '../../web/src/lib/site.ts';
import { providerMetadataPath } from './advisory-files.ts';

export const securityTextPath = '.well-known/security.txt';

/**
 * Says where to report a vulnerability. It expires a year after the start of the quarter of the
 * build, so that nobody relies on an outdated address. All builds of a quarter produce the same
 * file, and a build every nine months keeps it valid.
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export function securityText(builtAt: Date): string {
  const firstMonthOfQuarter = builtAt.getUTCMonth() - (builtAt.getUTCMonth() % 3);
  // One second less, because the expiry must be less than a year away.
  const expires = new Date(Date.UTC(builtAt.getUTCFullYear() + 1, firstMonthOfQuarter, 1, 0, 0, -1));
  return `Contact: mailto:${site.contactAddress}
Contact: ${publicAddressOf('/contact')}
Expires: ${expires.toISOString().replace('.000', '')}
Preferred-Languages: en
Canonical: ${publicAddressOf(`/${securityTextPath}`)}
Policy: ${publicAddressOf('/security')}
CSAF: ${publicAddressOf(`/${providerMetadataPath}`)}
`;
}
