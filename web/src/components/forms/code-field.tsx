import { TextField } from '@aws-amplify/ui-react';
import { textOf } from './submit-form.tsx';

interface CodeFieldProps {
  label: string;
  defaultValue?: string;
}

/** Six digits that come by another way: by mail, or from an authenticator app. */
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
 * Apps and mails show codes in groups, and so people type them; some keyboards write wide digits.
 * @throws Error when it cannot be one: asking would use up one of few attempts
 */
export function codeOf(fields: FormData): string {
  const code = textOf(fields, 'code').normalize('NFKC').replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) throw new Error('The code has six digits.');
  return code;
}
