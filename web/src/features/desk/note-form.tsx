import { TextAreaField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { maxReasonLength } from '../../../../contract/rules/desk-rules.ts';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { callDesk } from './call-desk.ts';
import { keepText, unsentText } from './unsent-text.ts';

interface NoteFormProps {
  userId: string;
  onAdded: () => Promise<void>;
}

/** Adds a note, which nobody can change later. */
export function NoteForm({ userId, onAdded }: NoteFormProps) {
  const [actionId, setActionId] = useState(() => crypto.randomUUID());
  const field = `note about ${userId}`;

  async function add(fields: FormData) {
    await callDesk('deskNote', { actionId, userId, note: textOf(fields, 'note') });
    // A new id and an empty field for the next note.
    keepText(field, '');
    setActionId(crypto.randomUUID());
    await onAdded();
  }

  return (
    <SubmitForm key={actionId} submitLabel="Add note" onSubmit={add}>
      <TextAreaField
        label="Note"
        name="note"
        rows={2}
        maxLength={maxReasonLength}
        defaultValue={unsentText(field)}
        onChange={({ target }) => keepText(field, target.value)}
        isRequired
      />
    </SubmitForm>
  );
}
