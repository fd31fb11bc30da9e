import '../../styles/amplify-theme.css';
import '../../components/forms/fields-theme.css';
import { SelectField } from '@aws-amplify/ui-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { feedbackTypes, textLimits } from '../../../../contract/rules/feedback-limits.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { LongTextField } from '../../components/forms/long-text-field.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { checkText } from '../../components/forms/text-limit.ts';
import { useDraft } from '../../components/forms/use-draft.ts';
import { SignInPrompt } from '../../components/sign-in-prompt.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import {
  adoptSignedOutDraft,
  draftAuthor,
  type FeedbackDraft,
  newFeedbackDraft,
  readFeedbackDraft,
  storageKey,
} from '../../lib/feedback-draft.ts';
import { PageProblem } from '../../lib/page-problem.ts';
import { useSession } from '../../lib/session.ts';
import { signInPath } from '../../lib/sign-in-path.ts';
import styles from './feedback-panel.module.css';

/** The form of `/feedback`. Everyone can write; only signed-in users can send. */
export default function FeedbackPanel() {
  const session = useSession();
  const [initialSession] = useState(() => {
    adoptSignedOutDraft(draftAuthor(session));
    return session;
  });
  // If the session ends, the author keeps the text.
  const author = draftAuthor(session ?? initialSession);
  const storage = initialSession ? 'local' : 'session';
  const read = useCallback((stored: string | null) => readFeedbackDraft(stored, author), [author]);
  const { draft, change, discard } = useDraft({ storage, key: storageKey, read });
  const [isSubmitted, setIsSubmitted] = useState(false);

  function write(words: Partial<Pick<FeedbackDraft, 'type' | 'content'>>) {
    setIsSubmitted(false);
    const { feedbackId } = newFeedbackDraft(author);
    change({ ...draft, ...words, author, feedbackId });
  }

  // A link, for example in a mailing, may select the type before the text is started.
  const askForType = useEffectEvent(() => {
    const asked = new URLSearchParams(location.search).get('type');
    const type = feedbackTypes.find((known) => known === asked);
    if (type && draft.content === '') write({ type });
  });
  useEffect(() => askForType(), []);

  async function submit() {
    setIsSubmitted(false);
    const { feedbackId, type, content } = draft;
    checkText(content, textLimits.feedback);
    if (!session) throw new ApiError('unauthenticated', 'Feedback needs a sign-in.');
    await callApi('feedback', { feedbackId, type, content });
    discard(draft);
    setIsSubmitted(true);
  }

  return (
    <div className={styles.panel}>
      {!session && (
        <SignInPrompt>
          {promptFor({ hasEnded: initialSession !== null, hasText: draft.content !== '' })}
        </SignInPrompt>
      )}
      <SubmitForm submitLabel="Send feedback" describeError={describeFailure} onSubmit={submit}>
        <SelectField
          label="What is it about?"
          name="type"
          value={draft.type}
          onChange={({ target }) => {
            const type = feedbackTypes.find((known) => known === target.value);
            if (type) write({ type });
          }}
        >
          {feedbackTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        <LongTextField
          label="Your feedback"
          name="content"
          limit={textLimits.feedback}
          value={draft.content}
          onChange={(content) => write({ content })}
        />
      </SubmitForm>
      {isSubmitted && <FormMessage tone="success">Feedback submitted successfully!</FormMessage>}
    </div>
  );
}

function promptFor({ hasEnded, hasText }: { hasEnded: boolean; hasText: boolean }): string {
  if (!hasEnded) return 'Log in to send feedback. You can write it before that: your text stays here.';
  return hasText
    ? 'Your session has ended. Your text is saved in this browser: log in to send it.'
    : 'Your session has ended. Log in to send feedback.';
}

/** The specification's sentences, followed by what the visitor can do. */
function describeFailure(error: unknown): ReactNode {
  if (error instanceof ApiError && error.code === 'unauthenticated')
    return (
      <span>
        Please try again. <Link to={signInPath('/feedback')}>Log in</Link> before that: your text will be here
        when you return.
      </span>
    );
  const isTooOften = error instanceof ApiError && error.code === 'resource-exhausted';
  return isTooOften || error instanceof PageProblem
    ? error.message
    : 'Feedback submission failed! Please try again.';
}
