import { useState } from 'react';
import { maxReasonLength } from '../../../../contract/rules/desk-rules.ts';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { callDesk } from './call-desk.ts';
import { forgetText, UnsentField } from './unsent-field.tsx';
import { useConclude } from './use-reading.tsx';

/** Adds a note, which nobody can change later. */
export function NoteForm({ userId }: { userId: string }) {
  const [actionId, setActionId] = useState(() => crypto.randomUUID());
  const conclude = useConclude();
  const draft = `note about ${userId}`;

  async function add(fields: FormData) {
    await callDesk('deskNote', { actionId, userId, note: textOf(fields, 'note') });
    // A new id and an empty field for the next note.
    forgetText(draft);
    setActionId(crypto.randomUUID());
    await conclude('');
  }

  return (
    <SubmitForm key={actionId} submitLabel="Add note" onSubmit={add}>
      <UnsentField draft={draft} label="Note" name="note" rows={2} maxLength={maxReasonLength} />
    </SubmitForm>
  );
}
