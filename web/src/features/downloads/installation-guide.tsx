import { Link } from 'react-router-dom';
import { Section } from '../../components/section.tsx';
import { site } from '../../lib/site.ts';
import styles from './installation-guide.module.css';

/** How to install the file, and how to verify that it is ours. */
export function InstallationGuide() {
  return (
    <div className={styles.guide}>
      <Section id="install" heading="How to install it">
        <dl>
          <dt>On a Mac</dt>
          <dd>
            Open the file, and drag {site.name} onto the Applications folder next to it. The first time, macOS
            asks whether you trust what you have downloaded: choose Open.
          </dd>
          <dt>On Windows</dt>
          <dd>
            Open the file and follow its steps. It installs for your user only and needs no administrator. If
            SmartScreen warns you, choose “More info”, then “Run anyway”.
          </dd>
          <dt>Then your license file</dt>
          <dd>
            In {site.name}, open the Help menu, choose License, and drop{' '}
            <Link to="/account?tab=license">your license file</Link> there. It is attached to the email about
            your license, too.
          </dd>
        </dl>
      </Section>
      <Section id="verify" heading="How to verify it">
        <p>
          The SHA-256 next to each build is its fingerprint. If yours differs, do not open the file: download
          it again, and write to us if it still differs. Upper and lower case do not matter.
        </p>
        <dl>
          <dt>On a Mac, in Terminal</dt>
          <dd>
            <code>shasum -a 256 ~/Downloads/{site.name}*.dmg</code>
          </dd>
          <dt>On Windows, in PowerShell</dt>
          <dd>
            <code>Get-FileHash ~\Downloads\{site.name}*.exe</code>
          </dd>
        </dl>
      </Section>
    </div>
  );
}
