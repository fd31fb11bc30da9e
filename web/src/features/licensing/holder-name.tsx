import '../../styles/amplify-theme.css';
import '../../components/forms/fields-theme.css';
import { TextField } from '@aws-amplify/ui-react';
import { useRef, useState } from 'react';
import type { Order } from '../../../../contract/records/order.ts';
import { maxHolderName } from '../../../../contract/rules/account-limits.ts';
import { tidyLine } from '../../../../contract/rules/typed-text.ts';
import { Button } from '../../components/button.tsx';
import { FocusPlace } from '../../components/focus-place.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/call-api.ts';
import { useUnmountSignal } from '../../lib/use-unmount-signal.ts';
import { waitForOtherFile } from './wait-for-file.ts';

interface HolderNameProps {
  orderId: string;
  file: string;
  /** The name in the file; empty without one. */
  name: string;
  /** Called with the orders once they have the file with the new name. */
  onOrders: (orders: Order[]) => void;
}

/** Puts a name on the license, or removes it. The server then signs another file. */
export function HolderName({ orderId, file, name, onOrders }: HolderNameProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const unmountSignal = useUnmountSignal();

  function close() {
    // The form is removed with the focused button.
    place.current?.focus();
    setIsOpen(false);
  }

  async function save(fields: FormData) {
    const next = tidyLine(textOf(fields, 'holder'));
    if (next !== name) {
      setIsSaving(true);
      try {
        onOrders(await saveName(next));
      } finally {
        setIsSaving(false);
      }
    }
    close();
  }

  async function saveName(next: string): Promise<Order[]> {
    await callApi('updateMe', { displayName: next || null });
    const orders = await waitForOtherFile(orderId, file, unmountSignal());
    if (orders) return orders;
    throw new ApiError(
      'unavailable',
      'The name is saved. The new license file is not ready yet: reload this page in a minute.',
    );
  }

  return (
    <FocusPlace place={place}>
      {isOpen ? (
        <SubmitForm
          submitLabel="Save"
          onSubmit={save}
          actions={
            // The server may have the name already.
            !isSaving && (
              <Button look="quiet" onClick={close}>
                Cancel
              </Button>
            )
          }
        >
          <TextField
            label="Name on the license"
            descriptiveText="Leave it empty to show your email address only."
            name="holder"
            autoComplete="name"
            defaultValue={name}
            maxLength={maxHolderName}
            autoFocus
            // The form closes after the save, and would lose other text.
            isReadOnly={isSaving}
          />
        </SubmitForm>
      ) : (
        <Button look="quiet" onClick={() => setIsOpen(true)}>
          {name ? 'Change the name' : 'Put your name on it'}
        </Button>
      )}
    </FocusPlace>
  );
}
