import { TextAreaField, type TextAreaFieldProps } from '@aws-amplify/ui-react';
import { currentSession } from '../../lib/session.ts';

/**
 * Texts that admins type at the desk, until they are sent. A page that stays open overnight requires a new sign-in and then
 * mounts its forms again. Nothing is stored on the device, so a reload of the page removes them.
 */
const texts = new Map<string, string>();

/** Contains the admin's id, so that another admin on the same computer does not get the text. */
const keyOf = (draft: string) => `${currentSession()?.userId ?? ''} ${draft}`;

export const forgetText = (draft: string) => texts.delete(keyOf(draft));

interface UnsentFieldProps extends Omit<TextAreaFieldProps, 'defaultValue' | 'onChange' | 'isRequired'> {
  /** The name of the form and the id of its subject. */
  draft: string;
}

/** A field that keeps its text until `forgetText`. */
export const UnsentField = ({ draft, ...props }: UnsentFieldProps) => (
  <TextAreaField
    {...props}
    defaultValue={texts.get(keyOf(draft)) ?? ''}
    onChange={({ target }) => texts.set(keyOf(draft), target.value)}
    isRequired
  />
);
