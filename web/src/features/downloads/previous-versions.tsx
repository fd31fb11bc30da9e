import { useState } from 'react';
import { platformNames, platforms } from '../../../../contract/platforms.ts';
import type { VersionInfo } from '../../../../contract/release.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import hidden from '../../components/visually-hidden.module.css';
import { formatDate } from '../../lib/format-date.ts';
import { formatSize } from '../../lib/format-size.ts';
import styles from './previous-versions.module.css';
import type { Download } from './use-download.ts';
import { useReleases } from './use-published.ts';

interface PreviousVersionsProps {
  /** The version that stands above already. */
  current: VersionInfo | null;
  /** Missing where downloads are not offered: signed out, or on a phone. */
  download?: Download;
}

/** Every other release that people can have, folded away: few need one, those who do need it badly. */
export function PreviousVersions({ current, download }: PreviousVersionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { content, hasFailed } = useReleases(isOpen);
  const others = content?.filter(({ version }) => version !== current?.version);

  return (
    <details className={styles.versions} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Other versions</summary>
      {!others && !hasFailed && <p>Looking for them…</p>}
      {!others && hasFailed && (
        <Notice tone="error">
          The other versions could not be read. Close this and open it to try again.
        </Notice>
      )}
      {others?.length === 0 && <p>There are none yet.</p>}
      {others?.map(({ version, date, channel, isYanked, builds }) => (
        <section key={version} aria-labelledby={`version-${version}`}>
          <h3 id={`version-${version}`}>
            {version} {channel === 'beta' && <span>beta</span>}
          </h3>
          <p>{formatDate(date)}</p>
          {isYanked ? (
            <p>Taken back. The version after it mends what was wrong.</p>
          ) : (
            <ul>
              {platforms.map((platform) => (
                <li key={platform}>
                  {download ? (
                    <Button
                      look="quiet"
                      isBusy={download.isBusy({ platform, version })}
                      onClick={() => download.start({ platform, version })}
                    >
                      <span className={hidden.visuallyHidden}>{version} for </span>
                      {platformNames[platform]}
                    </Button>
                  ) : (
                    platformNames[platform]
                  )}{' '}
                  <span>
                    {formatSize(builds[platform].sizeInBytes)}, {builds[platform].minimumSystem} or later
                  </span>
                  <code>{builds[platform].sha256}</code>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </details>
  );
}
