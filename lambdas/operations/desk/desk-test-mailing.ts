import * as deskMailingOperations from '../../../contract/operations/desk-mailing-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { findMailing } from '../../domain/mailings/find-mailing.ts';
import { mailingStore } from '../../domain/mailings/mailing-store.ts';
import { readPastedMailing } from '../../domain/mailings/read-pasted-mailing.ts';
import { mailingFor } from '../../domain/mailings/render-mailing.ts';
import { readOwnAccount } from '../../domain/users/read-account.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { linkKey } from '../../wiring/link-key.ts';
import { mailOnce } from '../../wiring/mail-once.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { LIMITS_TABLE, MAILINGS_TABLE, SITE_URL } = readConfig({
  LIMITS_TABLE: resourceName,
  MAILINGS_TABLE: resourceName,
  SITE_URL: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const mailings = mailingStore(client, MAILINGS_TABLE);
const pool = cognito();
const key = linkKey();
const send = mailOnce(() => new Date());

export const deskTestMailing = serveDesk(
  deskMailingOperations.deskTestMailing,
  async ({ caller, data, context }) => {
    const { userId } = caller;
    const { slug, testId } = data;
    const { text } = await findMailing(mailings, slug);
    const written = readPastedMailing(slug, text);
    await limits.take('deskTestMailing', userId, new Date());
    const { email } = await readOwnAccount(pool, caller);
    const mail = mailingFor(written, { userId, siteUrl: SITE_URL, linkKey: await key() });
    const idempotencyKey = `test-mailing-${userId}-${testId}`;
    await send({ idempotencyKey, to: email, mail, logUnder: { userId } }, context);
    return {};
  },
);
