import { PageProblem } from '../../lib/page-problem.ts';
import '../../styles/amplify-theme.css';
import { Button, TextField } from '@aws-amplify/ui-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { emailSentence, isEmail, tidyEmail } from '../../../../contract/rules/email-address.ts';
import { textLimits } from '../../../../contract/rules/feedback-limits.ts';
import { isVisible } from '../../../../contract/rules/typed-text.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { LongTextField } from '../../components/forms/long-text-field.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { checkText } from '../../components/forms/text-limit.ts';
import { useTrap } from '../../components/forms/trap.tsx';
import { useDraft } from '../../components/forms/use-draft.ts';
import { callApi } from '../../lib/call-api.ts';
import { describeFieldError } from '../../lib/describe-field-error.ts';
import { currentSession } from '../../lib/session.ts';
import styles from './contact-form.module.css';

/** The form of `/contact`, open to everyone. */
export default function ContactForm() {
  const [knownEmail] = useState(() => currentSession()?.email ?? '');
  const read = useCallback((stored: string | null) => readContactDraft(stored, knownEmail), [knownEmail]);
  const { draft, change, discard } = useDraft({ storage: 'session', key: storageKey, read });
  const { trap, checkTrap } = useTrap(
    'Your browser or a password manager filled in a hidden field of this form, so the message was not sent. Please send the message once more.',
  );
  const [answeredTo, setAnsweredTo] = useState<string | null>(null);

  const write = (words: Partial<ContactDraft>) =>
    change({ ...draft, ...words, messageId: newContactDraft('').messageId });

  async function submit() {
    const { messageId, name, message } = draft;
    const email = tidyEmail(draft.email);
    if (!isVisible(name)) throw new PageProblem('Please tell us your name.');
    if (!isEmail(email)) throw new PageProblem(emailSentence);
    checkText(message, textLimits.contactMessage);
    checkTrap();
    await callApi('contact', { messageId, name, email, message });
    discard(draft);
    setAnsweredTo(email);
  }

  if (answeredTo) return <Sent email={answeredTo} onWriteAnother={() => setAnsweredTo(null)} />;
  return (
    <SubmitForm submitLabel="Send message" describeError={describeFailure} onSubmit={submit}>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={textLimits.contactName}
        value={draft.name}
        onChange={({ target }) => write({ name: target.value })}
        isRequired
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        value={draft.email}
        onChange={({ target }) => write({ email: target.value })}
        isRequired
      />
      <LongTextField
        label="Message"
        name="message"
        limit={textLimits.contactMessage}
        value={draft.message}
        onChange={(message) => write({ message })}
      />
      {trap}
    </SubmitForm>
  );
}

function Sent({ email, onWriteAnother }: { email: string; onWriteAnother: () => void }) {
  const message = useRef<HTMLDivElement>(null);
  // The focused button is removed.
  useEffect(() => message.current?.focus(), []);

  return (
    <div ref={message} tabIndex={-1} className={styles.sent}>
      <FormMessage tone="success">
        {`Thank you! Your message has been sent. A receipt is on its way to ${email}. If you write more than once in an hour, you get one receipt.`}
      </FormMessage>
      <Button onClick={onWriteAnother}>Write another message</Button>
    </div>
  );
}

const sentenceOfField: Record<string, string> = {
  name: 'Shorten your name to 100 characters on one line.',
  email: emailSentence,
};

const describeFailure = (error: unknown) => describeFieldError(error, sentenceOfField);

/** A message that is not sent yet. */
interface ContactDraft {
  /** Each text has its own ID, so that a message that is sent twice arrives once. */
  messageId: string;
  name: string;
  email: string;
  message: string;
}

const storageKey = 'contactDraft';

function newContactDraft(email: string): ContactDraft {
  return { messageId: crypto.randomUUID(), name: '', email, message: '' };
}

/** The stored draft, or a new one with `email` as the reply address. */
function readContactDraft(stored: string | null, email: string): ContactDraft {
  try {
    const draft = JSON.parse(stored ?? 'null') as Record<keyof ContactDraft, unknown>;
    const { messageId, name, email: typedEmail, message } = draft;
    if (
      typeof messageId === 'string' &&
      typeof name === 'string' &&
      typeof typedEmail === 'string' &&
      typeof message === 'string'
    )
      return { messageId, name, email: typedEmail, message };
  } catch {
    // The text is not one of our drafts.
  }
  return newContactDraft(email);
}
