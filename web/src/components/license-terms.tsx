import { licenseTerms } from '../../../content/license-terms.ts';
import styles from './license-terms.module.css';

/** What the license means, in the words of one version. Nothing where there is no such version. */
export function LicenseTerms({ version }: { version: string }) {
  const terms = licenseTerms.find((each) => each.version === version);
  return (
    terms && (
      <ul className={styles.points}>
        {terms.points.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    )
  );
}
