import '../../styles/amplify-theme.css';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ManualPageId } from '../../../../contract/content/manual-pages.ts';
import { textLimits } from '../../../../contract/rules/feedback-limits.ts';
import { isVisible } from '../../../../contract/rules/typed-text.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { LongTextField } from '../../components/forms/long-text-field.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { checkText } from '../../components/forms/text-limit.ts';
import { ReadOnlyNotice } from '../../components/read-only-notice.tsx';
import { callApi } from '../../lib/call-api.ts';

/** The answer of a reader about a page. */
export interface ManualAnswer {
  /** Another one for each change after the button was pressed, so that sending the same answer again changes nothing. */
  feedbackId: string;
  /** Whether the button was pressed. */
  isTried: boolean;
  isClear: boolean;
  content: string;
}

interface ManualFeedbackFormProps {
  page: ManualPageId;
  answer: ManualAnswer;
  onChange: (part: Partial<ManualAnswer>) => void;
}

/** A text that readers may add to their answer, and the button that sends both, without an account. A "Yes" is sent at once. */
export default function ManualFeedbackForm({ page, answer, onChange }: ManualFeedbackFormProps) {
  const { feedbackId, isClear, content, isTried } = answer;
  const [countedId, setCountedId] = useState<string>();
  const attemptedId = useRef<string>(undefined);
  const [sentId, setSentId] = useState<string>();
  const thanks = useRef<HTMLDivElement>(null);
  const isSent = sentId === feedbackId;
  // The focused button is removed.
  useEffect(() => {
    if (isSent) thanks.current?.focus();
  }, [isSent]);

  // If it fails, the button sends it, and shows why it cannot.
  useEffect(() => {
    if (!isClear || content !== '' || attemptedId.current === feedbackId) return;
    attemptedId.current = feedbackId;
    callApi('manualFeedback', { feedbackId, page, isClear }).then(
      () => setCountedId(feedbackId),
      () => {},
    );
  }, [feedbackId, page, isClear, content]);

  async function submit() {
    const hasText = isVisible(content);
    if (hasText) checkText(content, textLimits.manualFeedback);
    if (!isTried) onChange({ isTried: true });
    await callApi('manualFeedback', { feedbackId, page, isClear, ...(hasText && { content }) });
    setSentId(feedbackId);
  }

  if (isSent)
    return (
      <div ref={thanks} tabIndex={-1}>
        <FormMessage tone="success">Thank you! Our team reads every answer.</FormMessage>
      </div>
    );
  return (
    <>
      <ReadOnlyNotice />
      {isClear && countedId === feedbackId && (
        <FormMessage tone="success">Thank you! Your answer is counted.</FormMessage>
      )}
      <SubmitForm submitLabel="Send" onSubmit={submit}>
        <LongTextField
          label={isClear ? 'What could be better? (optional)' : 'What was unclear or missing? (optional)'}
          name="content"
          limit={textLimits.manualFeedback}
          value={content}
          onChange={(text) => onChange({ content: text })}
          isOptional
        />
        <p>
          We do not learn who you are, so please leave out your name and address. For an answer,{' '}
          <Link to="/contact">write to us</Link>.
        </p>
      </SubmitForm>
    </>
  );
}
