import { publicAddressOf, site } from '../../web/src/lib/site.ts';

export const securityTextPath = '.well-known/security.txt';

/**
 * Where to report a weakness. It expires, so that nobody relies on an address that is forgotten: a year after the quarter began in which
 * the site was built. Builds of one quarter are alike, and who builds once in nine months has it up to date.
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export function securityText(builtAt: Date): string {
  const firstMonthOfQuarter = builtAt.getUTCMonth() - (builtAt.getUTCMonth() % 3);
  // A second less: the end is to be less than a year away.
  const expires = new Date(Date.UTC(builtAt.getUTCFullYear() + 1, firstMonthOfQuarter, 1, 0, 0, -1));
  return `Contact: mailto:${site.contactAddress}
Contact: ${publicAddressOf('/contact')}
Expires: ${expires.toISOString().replace('.000', '')}
Preferred-Languages: en
Canonical: ${publicAddressOf(`/${securityTextPath}`)}
Policy: ${publicAddressOf('/.well-known/security-policy.txt')}
`;
}
