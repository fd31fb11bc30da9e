import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { findMailing } from '../domain/mailings/find-mailing.ts';
import { readPastedMailing } from '../domain/mailings/read-pasted-mailing.ts';
import { mailingFor } from '../domain/mailings/render-mailing.ts';
import { readOwnAccount } from '../domain/users/read-account.ts';
import type { Dependencies } from './compose.ts';

export const deskTestMailing = ({
  limits,
  mailings,
  pool,
  readLinkKey,
  send,
  serveDesk,
  siteUrl,
}: Dependencies) =>
  serveDesk(deskMailingOperations.deskTestMailing, async ({ caller, data, context, now }) => {
    const { userId } = caller;
    const { slug, testId } = data;
    const { text } = await findMailing(mailings, slug);
    const written = readPastedMailing(slug, text);
    await limits.take('deskTestMailing', userId, now);
    const { email } = await readOwnAccount(pool, caller);
    const mail = mailingFor(written, { userId, siteUrl, linkKey: await readLinkKey() });
    const idempotencyKey = `test-mailing-${userId}-${testId}`;
    await send({ idempotencyKey, to: email, mail, logUnder: { userId } }, context);
    return {};
  });
