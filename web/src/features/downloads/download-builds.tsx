import offerTexts from 'virtual:offer-texts';
import { Link } from 'react-router-dom';
import type { VersionInfo } from '../../../../contract/records/release.ts';
import { type Platform, platformLabels } from '../../../../contract/rules/platforms.ts';
import { DownloadButton } from '../../components/download-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useIsLicensed } from '../../lib/session.ts';
import { useSignedLink } from '../../lib/use-signed-link.ts';
import { BuildList } from './build-list.tsx';
import { PreviousVersions } from './previous-versions.tsx';
import type { Suggestion } from './suggest-platform.ts';

interface DownloadBuildsProps {
  current: VersionInfo | null;
  isMissing: boolean;
  suggestion: Suggestion | null;
}

/** A download button per platform, with notes for a version older than the current one. */
export function DownloadBuilds({ current, isMissing, suggestion }: DownloadBuildsProps) {
  const isLicensed = useIsLicensed();
  const download = useSignedLink('download');
  // The button downloads the version next to it, even when a newer one was released after the page was opened.
  const wantedOn = (platform: Platform) => (current ? { platform, version: current.version } : { platform });

  return (
    <>
      {!isLicensed && (
        <Notice tone="info">
          You have no license yet. <Link to="/pricing">{offerTexts.download}</Link>
        </Notice>
      )}
      <BuildList
        current={current}
        isMissing={isMissing}
        suggestion={suggestion}
        actionOf={(platform) => (
          <DownloadButton
            look={!suggestion || suggestion.platform === platform ? 'primary' : 'quiet'}
            {...download.buttonOf(platform, wantedOn(platform))}
          >
            {`Download for ${platformLabels[platform]}`}
          </DownloadButton>
        )}
      />
      <PreviousVersions current={current} download={download} />
    </>
  );
}
