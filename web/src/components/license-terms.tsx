import { licenseTerms } from '../../../content/license-terms.ts';

/**
 * The terms of the license in one version, which the parent styles, because a separate
 * stylesheet would cost a hash in the policy of every page. Empty if that version does not exist.
 */
export function LicenseTerms({ version }: { version: string }) {
  const points = licenseTerms[version];
  return (
    points && (
      <ul>
        {points.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    )
  );
}
