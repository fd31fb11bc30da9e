import { licenseTerms } from '../../../content/license-terms.ts';
import styles from './license-terms.module.css';

/** The terms of the license in one version. Empty if that version does not exist. */
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
