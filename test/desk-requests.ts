import { randomUUID } from 'node:crypto';
import type { DeskOperationName } from '../contract/operations/desk-routes.ts';
import type { RequestOf } from '../contract/operations/operations.ts';

interface DeskSubject {
  userId: string;
  email: string;
  orderId: string;
}

/** A valid request to each operation of the desk, about one person. Each call makes new actions. */
export function deskRequests({ userId, email, orderId }: DeskSubject): {
  [Name in DeskOperationName]: RequestOf<Name>;
} {
  const action = () => ({ actionId: randomUUID(), reason: 'The buyer asks.' });
  return {
    deskFind: { query: email },
    deskPerson: { userId },
    deskAudit: { by: 'person', value: userId },
    deskNote: { actionId: randomUUID(), userId, note: 'A note.' },
    deskMailLicense: { ...action(), orderId },
    deskSettle: { ...action(), orderId },
    deskSignOut: { ...action(), userId },
  };
}
