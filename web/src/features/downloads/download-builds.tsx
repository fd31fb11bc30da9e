import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type Platform, platformNames } from '../../../../contract/platforms.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { callApi } from '../../lib/call-api.ts';
import { leaveSite } from '../../lib/leave-site.ts';
import { messageOf } from '../../lib/message-of.ts';
import { useIsLicensed } from '../../lib/session.ts';
import { BuildList } from './build-list.tsx';
import { useCurrentVersion } from './use-current-version.ts';

/** A button per platform. The link behind it is made when it is clicked, and works for five minutes. */
export function DownloadBuilds() {
  const isLicensed = useIsLicensed();
  const version = useCurrentVersion();
  const [searchParams] = useSearchParams();
  const suggested = searchParams.get('platform');
  const [busyPlatform, setBusyPlatform] = useState<Platform | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function download(platform: Platform) {
    if (busyPlatform) return;
    setBusyPlatform(platform);
    setFailure(null);
    try {
      const { url } = await callApi('download', { platform });
      leaveSite(url);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusyPlatform(null);
    }
  }

  return (
    <>
      {version && <p>Current version: {version}</p>}
      {!isLicensed && (
        <Notice tone="info">
          You have no license yet. <Link to="/pricing">Get yours, it is free.</Link>
        </Notice>
      )}
      <BuildList
        actionOf={(platform) => (
          <>
            <Button
              look={!suggested || suggested === platform ? 'primary' : 'quiet'}
              isBusy={busyPlatform === platform}
              onClick={() => download(platform)}
            >
              {platformNames[platform]}
            </Button>
            {suggested === platform && <span>Suggested for your computer</span>}
          </>
        )}
      />
      {failure && <Notice tone="error">{failure}</Notice>}
    </>
  );
}
