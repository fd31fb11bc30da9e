import type { VersionInfo } from '../../../../contract/records/release.ts';
import { platformLabels, platformNames, platforms } from '../../../../contract/rules/platforms.ts';
import { DownloadButton } from '../../components/download-button.tsx';
import { Notice } from '../../components/notice.tsx';
import hidden from '../../components/visually-hidden.module.css';
import { formatDate } from '../../lib/format-date.ts';
import { formatSize } from '../../lib/format-size.ts';
import type { SignedLink } from '../../lib/use-signed-link.ts';
import { describeSignature, signatureAdvice } from './describe-signature.ts';
import styles from './previous-versions.module.css';
import { useReleases } from './use-published.ts';

interface PreviousVersionsProps {
  /** The version that the page shows above. */
  current: VersionInfo | null;
  /** Missing where downloads are not offered: signed out, or on a phone. */
  download?: SignedLink<'download'>;
}

/**
 * Every release but the current one, collapsed because few people need one. Empty if there is none.
 */
export function PreviousVersions({ current, download }: PreviousVersionsProps) {
  const { content, hasFailed } = useReleases();
  const others = content?.filter(({ version }) => version !== current?.version) ?? [];
  if (others.length === 0 && !hasFailed) return null;

  return (
    <details className={styles.versions}>
      <summary>Other versions</summary>
      {hasFailed && (
        <Notice tone="error">The other versions could not be loaded. Reload the page to try again.</Notice>
      )}
      {others.map((release) => {
        const { version, date, channel, isYanked, builds, unsigned } = release;
        // The guide below is about the current version.
        const advice = Object.values(signatureAdvice).flatMap((adviceOn) =>
          isYanked || adviceOn(release) === adviceOn(current) ? [] : adviceOn(release),
        );
        return (
          <section key={version} aria-labelledby={`version-${version}`}>
            <h3 id={`version-${version}`}>
              <span>{version}</span> {channel === 'beta' && <span>beta</span>}
            </h3>
            <p>{formatDate(date)}</p>
            {isYanked ? (
              <p>Withdrawn. The next version fixes the problem.</p>
            ) : (
              <ul>
                {platforms.map((platform) => (
                  <li key={platform}>
                    {download ? (
                      <DownloadButton
                        look="quiet"
                        {...download.buttonOf(`${version}/${platform}`, { platform, version })}
                      >
                        <span>{`Download for ${platformLabels[platform]}`}</span>{' '}
                        <span className={hidden.visuallyHidden}>{`version ${version}`}</span>
                      </DownloadButton>
                    ) : (
                      <span>{platformNames[platform]}</span>
                    )}{' '}
                    <span>
                      {[
                        `${formatSize(builds[platform].sizeInBytes)}, ${builds[platform].minimumSystem} or later`,
                        describeSignature(builds[platform], unsigned) ?? [],
                      ]
                        .flat()
                        .join('. ')}
                    </span>
                    <code>{builds[platform].sha256}</code>
                  </li>
                ))}
              </ul>
            )}
            {advice.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </section>
        );
      })}
    </details>
  );
}
