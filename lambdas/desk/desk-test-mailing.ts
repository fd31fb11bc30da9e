import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { findMailing } from '../domain/mailings/find-mailing.ts';
import { readPastedMailing } from '../domain/mailings/read-pasted-mailing.ts';
import { mailingFor } from '../domain/mailings/render-mailing.ts';
import { readOwnAccount } from '../domain/users/read-account.ts';
import { requireAdmin } from '../domain/users/read-groups.ts';
import type { Dependencies } from './compose.ts';

/**
 * The email has links that unsubscribe its recipient, and it comes from our address with any text. So it goes only to admins, who have agreed
 * to get it, and not to any address.
 */
export const deskTestMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskMailingOperations.deskTestMailing, async (call) => {
    const { limits, mailings, pool, readLinkKey, send, siteUrl, userPoolId } = dependencies;
    const { caller, context, data } = call;
    const { slug, to, actionId } = data;
    const { text } = await findMailing(mailings, slug);
    const written = readPastedMailing(slug, text);
    const account = to ? await requireAdmin(pool, userPoolId, to) : await readOwnAccount(pool, caller);
    const userId = String(account.sub);
    await limits.take('deskTestMailing', caller.userId, call.now);
    const action = describeAction(call, 'testMailing', { mailing: slug, personId: userId });
    await recordAction(dependencies, action, async () => {
      const mail = mailingFor(written, { userId, siteUrl, linkKey: await readLinkKey() });
      const idempotencyKey = `test-mailing-${caller.userId}-${actionId}`;
      await send({ idempotencyKey, to: account.email, mail, logUnder: { userId } }, context);
      return undefined;
    });
    return {};
  });
