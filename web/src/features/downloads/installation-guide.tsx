import { Link } from 'react-router-dom';
import type { VersionInfo } from '../../../../contract/records/release.ts';
import { Section } from '../../components/section.tsx';
import { site } from '../../lib/site.ts';
import { signatureAdvice } from './describe-signature.ts';
import styles from './installation-guide.module.css';

interface InstallationGuideProps {
  /** Null until it is known. */
  current: VersionInfo | null;
}

/** How to install the file, and how to verify that it is ours. */
export function InstallationGuide({ current }: InstallationGuideProps) {
  return (
    <div className={styles.guide}>
      <Section id="install" heading="How to install it">
        <dl>
          <dt>On a Mac</dt>
          <dd>
            Open the file, and drag {site.name} onto the Applications folder next to it. The first time, macOS
            asks before it opens {site.name}. <span>{signatureAdvice.mac(current)}</span>
          </dd>
          <dt>On Windows</dt>
          <dd>
            Open the file and follow its steps. It installs for your user only and needs no administrator.{' '}
            <span>{signatureAdvice.windows(current)}</span>
          </dd>
          <dt>Then your license file</dt>
          <dd>
            In {site.name}, open the Help menu, choose License, and drop{' '}
            <Link to="/account?tab=license">your license file</Link> there. It is attached to the email about
            your license, too.
          </dd>
        </dl>
        <p>
          The manual has each step: <Link to="/manual/install-on-a-mac">on a Mac</Link>,{' '}
          <Link to="/manual/install-on-windows">on Windows</Link>.
        </p>
      </Section>
      <Section id="verify" heading="How to verify it">
        <p>
          The SHA-256 next to each build is its fingerprint. If yours differs, do not open the file: download
          it again, and write to us if it still differs. Upper and lower case do not matter. All fingerprints
          and publishers are in <a href="/updates/SHA256SUMS.txt">a list for scripts</a>, and{' '}
          <Link to="/release-record">the release record</Link> keeps the fingerprints of every version. The
          second command shows who signed the file, if it is signed.
        </p>
        <dl>
          <dt>On a Mac, in Terminal</dt>
          <dd>
            <code>shasum -a 256 ~/Downloads/{site.name}*.dmg</code>
            <code>spctl --assess -vv --type install ~/Downloads/{site.name}*.dmg</code>
          </dd>
          <dt>On Windows, in PowerShell</dt>
          <dd>
            <code>Get-FileHash ~\Downloads\{site.name}*.exe</code>
            <code>Get-AuthenticodeSignature ~\Downloads\{site.name}*.exe | Format-List</code>
          </dd>
        </dl>
      </Section>
    </div>
  );
}
