import { TextAreaField } from '@aws-amplify/ui-react';
import { textLimits } from '../../../../contract/rules/feedback-limits.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { DeskAction } from './desk-action.tsx';
import { keepText, unsentText } from './unsent-text.ts';

interface AnswerByEmailProps {
  /** The address, or other words for the reader of the answer. */
  to: string;
  /** The name under which the browser keeps the unsent text. */
  draft: string;
  send: (actionId: string, answer: string) => Promise<unknown>;
  /** Called with a sentence about the result. */
  onChange: (outcome: string) => Promise<void>;
  onConflict?: (refusal: string) => Promise<void>;
}

/** A button that opens a form for an answer to a message. */
export const AnswerByEmail = ({ to, draft, send, onChange, onConflict }: AnswerByEmailProps) => (
  <DeskAction
    label="Answer by email"
    needsNoReason
    act={({ actionId }, fields) => send(actionId, textOf(fields, 'answer'))}
    onDone={() => {
      keepText(draft, '');
      return onChange('Answered by email.');
    }}
    {...(onConflict ? { onConflict } : {})}
  >
    <TextAreaField
      label="Answer"
      descriptiveText={`It goes to ${to} by email. Replies go to the team’s address.`}
      name="answer"
      rows={6}
      maxLength={textLimits.feedback}
      defaultValue={unsentText(draft)}
      onChange={({ target }) => keepText(draft, target.value)}
      isRequired
      autoFocus
    />
  </DeskAction>
);
