import { TextField } from '@aws-amplify/ui-react';
import { tidyCode } from '../../../../contract/rules/typed-code.ts';
import { textOf } from './submit-form.tsx';

interface CodeFieldProps {
  label: string;
  defaultValue?: string;
}

/** Six digits from an email or an authenticator app. */
export function CodeField({ label, defaultValue }: CodeFieldProps) {
  return (
    <TextField
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      defaultValue={defaultValue}
      isRequired
    />
  );
}

/**
 * Removes spaces and dashes, which people type because apps and emails show codes in groups.
 * @throws Error when it is not a code, because sending it would use up one of a few attempts
 */
export function codeOf(fields: FormData): string {
  const code = tidyCode(textOf(fields, 'code'));
  if (!/^\d{6}$/.test(code)) throw new Error('The code has six digits.');
  return code;
}
