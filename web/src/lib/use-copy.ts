import { useState } from 'react';

/** Copies a text to the clipboard, and reports the result. */
export function useCopy(text: string): { copy: () => Promise<void>; outcome: string } {
  const [outcome, setOutcome] = useState('');

  async function copy() {
    setOutcome('');
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      setOutcome('Your browser blocked the copy. Please select the text and copy it.');
    }
  }

  return { copy, outcome };
}
