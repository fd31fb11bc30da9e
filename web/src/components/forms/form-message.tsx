import { Message } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';

/** The outcome of a form. Errors interrupt a screen reader; other messages wait for a pause. */
export function FormMessage({ tone, children }: { tone: 'info' | 'success' | 'error'; children: ReactNode }) {
  return (
    <Message variation="outlined" colorTheme={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {/* Amplify places them next to other content; see `Elements`. */}
      <div>{children}</div>
    </Message>
  );
}
