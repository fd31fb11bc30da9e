import { ButtonLink } from '../components/button-link.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { DownloadBuilds } from '../features/downloads/download-builds.tsx';
import { useIsDesktop } from '../lib/device.ts';
import { useSession } from '../lib/session.ts';

export default function DownloadPage() {
  const isSignedIn = useSession() !== null;
  const isDesktop = useIsDesktop();

  return (
    <Page
      title="Download"
      description="Download Lorewright for Mac with Apple silicon, Mac with Intel processor, or Windows."
    >
      <h1>Download Lorewright</h1>
      <p>The toolkit runs on your own computer and works without a connection. Your worlds stay with you.</p>
      {!isDesktop && (
        <Notice tone="info">
          Only Mac or Windows is supported. Open this page on your computer to download Lorewright.
        </Notice>
      )}
      {isDesktop && !isSignedIn && (
        <>
          <p>Log in to access downloads</p>
          <ButtonLink to="/auth">Log In</ButtonLink>
        </>
      )}
      {isDesktop && isSignedIn && <DownloadBuilds />}
    </Page>
  );
}
