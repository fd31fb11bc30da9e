import changelog from '../../../content/changelog.md';
import { Lead } from '../components/lead.tsx';
import { Page } from '../components/page.tsx';
import { statusOfLabel } from '../features/changelog/changelog.ts';
import { VersionEntry } from '../features/changelog/version-entry.tsx';
import styles from './changelog.module.css';

export default function ChangelogPage() {
  const released = changelog.filter(({ label }) => statusOfLabel(label) !== 'development');

  return (
    <Page
      title="Changelog"
      description="What has changed in each version of Lorewright: added, changed, fixed and removed."
    >
      <h1>What has changed</h1>
      <Lead>Every version so far, the newest first.</Lead>
      <div className={styles.versions}>
        {released.map((entry) => (
          <VersionEntry key={entry.version} entry={entry} />
        ))}
      </div>
      <p>
        <a href="/changelog.md">The changelog as a text file</a>
      </p>
    </Page>
  );
}
