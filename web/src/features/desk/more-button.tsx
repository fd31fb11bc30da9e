import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';

/** Reads the next page of a list. After the last page, a sentence replaces the button and takes its focus. */
export function MoreButton({ readNext }: { readNext: (() => Promise<void>) | undefined }) {
  const { run, isBusy, failure } = useAction();
  const [wasUsed, setWasUsed] = useState(false);
  const end = useRef<HTMLParagraphElement>(null);
  const isAtEnd = wasUsed && !readNext;
  useEffect(() => {
    if (isAtEnd && document.activeElement === document.body) end.current?.focus();
  }, [isAtEnd]);
  if (isAtEnd)
    return (
      <p ref={end} tabIndex={-1}>
        The list is complete.
      </p>
    );
  if (!readNext) return null;
  return (
    <>
      <Button
        look="quiet"
        isBusy={isBusy}
        onClick={() => {
          setWasUsed(true);
          void run(readNext);
        }}
      >
        Show more
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}
