import { textLimits } from '../../../../contract/rules/feedback-limits.ts';
import { textOf } from '../../components/forms/submit-form.tsx';
import { DeskAction } from './desk-action.tsx';
import { forgetText, UnsentField } from './unsent-field.tsx';

interface AnswerByEmailProps {
  /** The address, or other words for the reader of the answer. */
  to: string;
  /** The name under which the browser keeps the unsent text. */
  draft: string;
  send: (actionId: string, answer: string) => Promise<unknown>;
}

/** A button that opens a form for an answer to a message. */
export const AnswerByEmail = ({ to, draft, send }: AnswerByEmailProps) => (
  <DeskAction
    label="Answer by email"
    needsNoReason
    act={async ({ actionId }, fields) => {
      await send(actionId, textOf(fields, 'answer'));
      forgetText(draft);
    }}
    outcome="Answered by email."
  >
    <UnsentField
      draft={draft}
      label="Answer"
      descriptiveText={`It goes to ${to} by email. Replies go to the team’s address.`}
      name="answer"
      rows={6}
      maxLength={textLimits.feedback}
      autoFocus
    />
  </DeskAction>
);
