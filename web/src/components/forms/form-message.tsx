import { Message } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';

/** What became of a form; errors interrupt a screen reader, the rest waits for a pause. */
export function FormMessage({ tone, children }: { tone: 'info' | 'success' | 'error'; children: ReactNode }) {
  return (
    <Message variation="outlined" colorTheme={tone} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </Message>
  );
}
