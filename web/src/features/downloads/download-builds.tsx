import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { platformNames, platforms } from '../../../../contract/platforms.ts';
import type { VersionInfo } from '../../../../contract/release.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useIsLicensed } from '../../lib/session.ts';
import { BuildList } from './build-list.tsx';
import { PreviousVersions } from './previous-versions.tsx';
import { type Suggestion, suggestPlatform } from './suggest-platform.ts';
import { useDownload } from './use-download.ts';

/** A button per platform, and what a version older than that has to offer. */
export function DownloadBuilds({ current }: { current: VersionInfo | null }) {
  const isLicensed = useIsLicensed();
  const suggestion = useSuggestion();
  const download = useDownload();

  return (
    <>
      {!isLicensed && (
        <Notice tone="info">
          You have no license yet. <Link to="/pricing">Get yours, it is free.</Link>
        </Notice>
      )}
      <BuildList
        current={current}
        actionOf={(platform) => (
          <>
            <Button
              look={!suggestion || suggestion.platform === platform ? 'primary' : 'quiet'}
              isBusy={download.isBusy({ platform })}
              onClick={() => download.start({ platform })}
            >
              {platformNames[platform]}
            </Button>
            <span>
              {suggestion?.platform === platform &&
                (suggestion.isSure ? 'Suggested for your computer' : 'Right for most Macs since 2020')}
            </span>
          </>
        )}
      />
      {download.failure && <Notice tone="error">{download.failure}</Notice>}
      <PreviousVersions current={current} download={download} />
    </>
  );
}

/** What the address says, else what the browser tells. */
function useSuggestion(): Suggestion | null {
  const [searchParams] = useSearchParams();
  const [detected, setDetected] = useState<Suggestion | null>(null);
  const named = platforms.find((platform) => platform === searchParams.get('platform'));

  useEffect(() => {
    let isCurrent = true;
    suggestPlatform(navigator).then((suggestion) => isCurrent && setDetected(suggestion));
    return () => {
      isCurrent = false;
    };
  }, []);

  return named ? { platform: named, isSure: true } : detected;
}
