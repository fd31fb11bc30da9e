import { contactEmail } from '../../../content/contact.ts';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { SignInPrompt } from '../components/sign-in-prompt.tsx';
import { PageHeader } from '../features/atlas/page-header.tsx';
import { useSession } from '../lib/session.ts';
import { site } from '../site.ts';

export default function FeedbackPage() {
  const isSignedIn = useSession() !== null;
  const forum = site.communityLinks[1];

  return (
    <Page
      title="Feedback"
      description="Tell us where Lorewright gets in the way of your story, and what would help it along."
    >
      <PageHeader title="Feedback" place="coast">
        Where does the toolkit get in the way of your story? What would help it along?
      </PageHeader>
      {isSignedIn ? (
        <>
          <Notice tone="info">
            Feedback cannot be sent from this page yet. Until it can, please send it by mail, or talk it over
            with others in the forum.
          </Notice>
          <p>
            Mail: <a href={`mailto:${contactEmail}?subject=General%20Feedback`}>{contactEmail}</a>
            <br />
            Forum:{' '}
            <a href={forum.href} target="_blank" rel="noopener">
              {forum.label}
            </a>
          </p>
        </>
      ) : (
        <SignInPrompt>Log in to send feedback.</SignInPrompt>
      )}
    </Page>
  );
}
