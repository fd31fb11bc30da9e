import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ButtonLink } from '../../components/button-link.tsx';
import { Notice } from '../../components/notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { callApi } from '../../lib/call-api.ts';
import { useIsLicensed, useSession } from '../../lib/session.ts';
import { refreshGroups } from './refresh-groups.ts';
import { waitForLicense } from './wait-for-license.ts';

/** What a visitor sees who comes back from a finished checkout. */
export function LicenseArrival() {
  const isSignedIn = useSession() !== null;
  const isLicensed = useIsLicensed();
  const [isLate, setIsLate] = useState(false);
  const askAgain = useCallback(() => setIsLate(false), []);

  const isWaiting = isSignedIn && !isLicensed && !isLate;
  useEffect(() => {
    if (!isWaiting) return;
    const abort = new AbortController();
    const sources = {
      isLicenseActive: async () => (await callApi('me')).subscription.status === 'active',
      refreshGroups,
    };
    waitForLicense(sources, abort.signal).then(
      (outcome) => setIsLate(outcome === 'late'),
      () => {
        // A sign-in that has ended shows through the session as well, and that is what the visitor sees.
        if (!abort.signal.aborted) setIsLate(true);
      },
    );
    return () => abort.abort();
  }, [isWaiting]);

  if (isLicensed) {
    return (
      <Notice tone="success">
        <p>
          <strong>Your license is ready.</strong> Thank you for building worlds with us.
        </p>
        <p>
          <ButtonLink to="/download">Go to Download</ButtonLink>
        </p>
      </Notice>
    );
  }
  if (!isSignedIn) {
    return (
      <Notice tone="info">
        <p>Your checkout is finished. Log in with the account you used to see your license.</p>
        <p>
          <ButtonLink to="/auth">Log In</ButtonLink>
        </p>
      </Notice>
    );
  }
  if (isLate) {
    return (
      <Notice tone="info">
        <p>
          Your checkout went through, but the license is taking longer than usual. It will be added to your
          account by itself; you can close this page and come back later.
        </p>
        <p>
          <Button onClick={askAgain}>Check again</Button>
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="info">
      <Progress label="Thank you! We are waiting for your license. This usually takes a few seconds." />
    </Notice>
  );
}
