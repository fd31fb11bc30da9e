import { TextField } from '@aws-amplify/ui-react';

interface EmailFieldProps {
  email: string;
  onChange: (email: string) => void;
}

/** The email address for signing in. Password managers fill it in. */
export function EmailField({ email, onChange }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      value={email}
      onChange={(event) => onChange(event.target.value)}
      isRequired
    />
  );
}
