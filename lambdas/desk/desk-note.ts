import * as deskPersonOperations from '../../contract/operations/desk-person-operations.ts';
import { findAccountOf } from '../domain/desk/find-account-of.ts';
import { AppError } from '../platform/app-error.ts';
import { requestId } from '../platform/request-id.ts';
import type { Dependencies } from './compose.ts';

/** A note is an audit entry and nothing else. */
export const deskNote = ({ audit, pool, serveDesk, userPoolId }: Dependencies) =>
  serveDesk(deskPersonOperations.deskNote, async ({ caller, data, now }) => {
    const { userId: personId } = await findAccountOf(pool, userPoolId, data.userId);
    const earlier = await audit.begin({
      auditId: data.actionId,
      at: now.toISOString(),
      actorId: caller.userId,
      action: 'note',
      outcome: 'done',
      personId,
      reason: data.note,
      requestId: requestId() ?? '',
    });
    if (earlier && earlier.reason !== data.note)
      throw new AppError(
        'aborted',
        'This note was already stored with another text. Copy your text, load the page again, and add it as a new note.',
      );
    return {};
  });
