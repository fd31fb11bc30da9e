import { type FeedbackType, feedbackTypes } from '../../../contract/rules/feedback-limits.ts';
import { currentSession, type Session } from './session.ts';
import { readStored, writeStored } from './stored-text.ts';

/** Feedback that is not sent yet. */
export interface FeedbackDraft {
  /**
   * Each text has its own ID, so that feedback that is sent twice is stored once, and an edit in between
   * is not lost.
   */
  feedbackId: string;
  /** The author's user ID, so that other people on a shared computer do not see the draft. */
  author: string;
  type: FeedbackType;
  content: string;
}

export const storageKey = 'feedbackDraft';

export function newFeedbackDraft(author: string): FeedbackDraft {
  return { feedbackId: crypto.randomUUID(), author, type: feedbackTypes[0], content: '' };
}

/** The stored draft if this user wrote it, otherwise a new one. */
export function readFeedbackDraft(stored: string | null, author: string): FeedbackDraft {
  const draft = parse(stored);
  return draft?.author === author ? draft : newFeedbackDraft(author);
}

/**
 * Gives a user the text that they wrote in this tab before they signed in, unless they have another
 * draft. Until then only this tab keeps it, so that it never replaces another person's draft on
 * this computer.
 */
export function adoptSignedOutDraft(author: string): void {
  const written = parse(readStored('session', storageKey));
  if (!author || !written) return;
  if (readFeedbackDraft(readStored('local', storageKey), author).content) return;
  writeStored('local', storageKey, JSON.stringify({ ...written, author }));
  writeStored('session', storageKey, null);
}

/** Empty if it is unknown, as in an old session hint. */
export function draftAuthor(session: Session | null): string {
  return session?.userId ?? '';
}

/** Removes the draft if the signed-in user wrote it. */
export function forgetFeedbackDraft(): void {
  const draft = parse(readStored('local', storageKey));
  if (draft?.author === draftAuthor(currentSession())) writeStored('local', storageKey, null);
}

function parse(stored: string | null): FeedbackDraft | null {
  try {
    const { feedbackId, author, type, content } = JSON.parse(stored ?? 'null') as Record<string, unknown>;
    const knownType = feedbackTypes.find((known) => known === type);
    return typeof feedbackId === 'string' &&
      typeof author === 'string' &&
      knownType &&
      typeof content === 'string'
      ? { feedbackId, author, type: knownType, content }
      : null;
  } catch {
    return null;
  }
}
