import { currentSession } from '../../lib/session.ts';

/**
 * Texts that admins type at the desk, until they are sent. A page that stays open overnight requires a new sign-in and then
 * mounts its forms again. Nothing is stored on the device, so a reload of the page removes them.
 */
const texts = new Map<string, string>();

/** Contains the admin's id, so that another admin on the same computer does not get the text. */
const keyOf = (field: string) => `${currentSession()?.userId ?? ''} ${field}`;

/** @param field the name of the form and the id of its subject */
export const unsentText = (field: string): string => texts.get(keyOf(field)) ?? '';

/** Keeps a text that is being typed; '' removes it. */
export function keepText(field: string, text: string): void {
  if (text) texts.set(keyOf(field), text);
  else texts.delete(keyOf(field));
}
