import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { messageOf } from '../../lib/message-of.ts';

/** Reads the next page of a list; absent on the last page. */
export function MoreButton({ readNext }: { readNext: (() => Promise<void>) | undefined }) {
  const { run, isBusy, failure } = useAction(messageOf);
  if (!readNext) return null;
  return (
    <>
      <Button look="quiet" isBusy={isBusy} onClick={() => void run(readNext)}>
        Show more
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}
