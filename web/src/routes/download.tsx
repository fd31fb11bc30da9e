import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { platforms } from '../../../contract/rules/platforms.ts';
import { ExpiredLink } from '../components/expired-link.tsx';
import { LinkForComputer } from '../components/link-for-computer.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { SignInPrompt } from '../components/sign-in-prompt.tsx';
import { BuildList } from '../features/downloads/build-list.tsx';
import { DownloadBuilds } from '../features/downloads/download-builds.tsx';
import { InstallationGuide } from '../features/downloads/installation-guide.tsx';
import { PreviousVersions } from '../features/downloads/previous-versions.tsx';
import { type Suggestion, suggestPlatform } from '../features/downloads/suggest-platform.ts';
import { useCurrentVersion } from '../features/downloads/use-published.ts';
import { useIsDesktop, useRunsOurSystems } from '../lib/device.ts';
import { useSession } from '../lib/session.ts';
import styles from './download.module.css';

export default function DownloadPage() {
  const isSignedIn = useSession() !== null;
  const isDesktop = useIsDesktop();
  const runsOurSystems = useRunsOurSystems();
  const { content: current, hasFailed, isMissing } = useCurrentVersion();
  const suggestion = useSuggestion();

  return (
    <Page
      title="Download"
      description="Download Lorewright for Mac with Apple silicon, Mac with Intel processor, or Windows."
      width="wide"
    >
      <PageHeader title="Download Lorewright" place="isle">
        The toolkit runs on your own computer and works without a connection. Your worlds stay with you.
      </PageHeader>
      <noscript>
        <p>Downloading needs JavaScript. Please allow it for this site.</p>
      </noscript>
      <ExpiredLink />
      {hasFailed && (
        <Notice tone="error">The current version could not be loaded. Reload the page to try again.</Notice>
      )}
      {isDesktop && !runsOurSystems && (
        <Notice tone="info">
          <p>
            Only Mac or Windows is supported, and this device seems to run neither. You can still download
            Lorewright here for a computer that does.
          </p>
        </Notice>
      )}
      {isDesktop && isSignedIn ? (
        <DownloadBuilds current={current} isMissing={isMissing} suggestion={suggestion} />
      ) : (
        <>
          <div className={styles.state}>
            {isDesktop ? (
              <SignInPrompt>Log in to access downloads</SignInPrompt>
            ) : (
              <Notice tone="info">
                <p>
                  Only Mac or Windows is supported. Open this page on your computer to download Lorewright.
                </p>
                <p>
                  <LinkForComputer />
                </p>
              </Notice>
            )}
          </div>
          <BuildList current={current} isMissing={isMissing} suggestion={isDesktop ? suggestion : null} />
          <PreviousVersions current={current} />
        </>
      )}
      <InstallationGuide current={current} />
    </Page>
  );
}

/**
 * The platform in the address, or the one that the browser reports; null until hydration, because
 * the prerendered page has neither.
 */
function useSuggestion(): Suggestion | null {
  const [searchParams] = useSearchParams();
  const [suggestion, setSuggestion] = useState<Suggestion | null>(null);
  const named = platforms.find((platform) => platform === searchParams.get('platform'));

  useEffect(() => {
    if (named) return setSuggestion({ platform: named, because: 'link' });
    let isCurrent = true;
    suggestPlatform(navigator).then((detected) => isCurrent && setSuggestion(detected));
    return () => {
      isCurrent = false;
    };
  }, [named]);

  return suggestion;
}
