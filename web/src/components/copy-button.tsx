import { useCopy } from '../lib/use-copy.ts';
import { Button } from './button.tsx';

interface CopyButtonProps {
  /** The name of the copied text, for screen readers. */
  label: string;
  text: string;
}

export function CopyButton({ label, text }: CopyButtonProps) {
  const { copy, outcome } = useCopy(text);

  return (
    <>
      <Button look="quiet" aria-label={label} onClick={copy}>
        Copy
      </Button>
      <span role="status">{outcome}</span>
    </>
  );
}
