import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';

interface CopyButtonProps {
  /** What it copies, for those who do not see what stands beside it. */
  label: string;
  text: string;
}

export function CopyButton({ label, text }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('');

  async function copy() {
    setOutcome('');
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      setOutcome('Your browser did not allow it. Please select the text and copy it.');
    }
  }

  return (
    <>
      <Button aria-label={label} onClick={copy}>
        Copy
      </Button>
      <span role="status">{outcome}</span>
    </>
  );
}
