/** A message that is not sent yet. */
export interface ContactDraft {
  /** Each text has its own ID, so that a message that is sent twice arrives once. */
  messageId: string;
  name: string;
  email: string;
  message: string;
}

export const storageKey = 'contactDraft';

export function newContactDraft(email: string): ContactDraft {
  return { messageId: crypto.randomUUID(), name: '', email, message: '' };
}

/** The stored draft, or a new one with `email` as the reply address. */
export function readContactDraft(stored: string | null, email: string): ContactDraft {
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
