import styles from './license-tab.module.css';

/** How to use the license file, in two steps with a picture each. The pictures are decorative. */
export function LicenseSteps() {
  return (
    <ol className={styles.steps}>
      <li>
        <svg viewBox="0 0 160 90" aria-hidden="true">
          <rect x="20" y="12" width="120" height="66" rx="6" />
          <path d="M20 28h120" />
          <rect x="92" y="28" width="44" height="34" rx="3" data-tone="raised" />
          <path d="M98 37h20M98 45h26" />
          <path d="M98 54h30" data-tone="accent" />
        </svg>
        In Lorewright, open the Help menu and choose License.
      </li>
      <li>
        <svg viewBox="0 0 160 90" aria-hidden="true">
          <rect x="20" y="12" width="120" height="66" rx="6" />
          <path d="M20 28h120" />
          <rect x="46" y="36" width="68" height="34" rx="4" strokeDasharray="4 4" />
          <path d="M70 40h14l6 6v18H70z" data-tone="raised" />
          <circle cx="80" cy="56" r="4" data-tone="accent" />
          <path d="M118 52l-14 8m0-7v7h7" data-tone="accent" />
        </svg>
        Drop the file there, or paste its text. You do not need a connection.
      </li>
    </ol>
  );
}
