import { Link } from 'react-router-dom';
import changelog from '../../../content/changelog.md';
import { statusOfLabel } from '../../../contract/content/changelog.ts';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { VersionEntry } from '../features/changelog/version-entry.tsx';
import { useReleases } from '../features/downloads/use-published.ts';
import styles from './changelog.module.css';

export default function ChangelogPage() {
  const withdrawn = useReleases().content?.filter(({ isYanked }) => isYanked);
  const released = changelog.filter(({ label }) => statusOfLabel(label) !== 'development');

  return (
    <Page
      title="Changelog"
      description="What has changed in each version of Lorewright: added, changed, fixed and removed."
    >
      <PageHeader title="What has changed" place="road">
        Every version so far, the newest first.
      </PageHeader>
      <div className={styles.versions}>
        {released.map((entry) => (
          <VersionEntry
            key={entry.version}
            entry={entry}
            isWithdrawn={withdrawn?.some(({ version }) => version === entry.version)}
          />
        ))}
      </div>
      <p>
        <a href="/changelog.md">The changelog as a text file</a>, or as a feed for your reader:{' '}
        <a href="/changelog.atom">Atom</a>. You can also get new versions{' '}
        <Link to="/newsletter">by email</Link>. <Link to="/release-record">The release record</Link> says when
        each version was offered.
      </p>
    </Page>
  );
}
