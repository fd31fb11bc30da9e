import * as deskMailingOperations from '../../../contract/operations/desk-mailing-operations.ts';
import { findMailing } from '../../domain/mailings/find-mailing.ts';
import { mailingStore } from '../../domain/mailings/mailing-store.ts';
import { previewOfMailing } from '../../domain/mailings/read-pasted-mailing.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { MAILINGS_TABLE, SITE_URL } = readConfig({ MAILINGS_TABLE: resourceName, SITE_URL: resourceName });
const mailings = mailingStore(dynamodb(), MAILINGS_TABLE);

export const deskMailing = serveDesk(deskMailingOperations.deskMailing, async ({ data: { slug } }) => {
  const mailing = await findMailing(mailings, slug);
  return { mailing, email: previewOfMailing(slug, mailing.text, SITE_URL) };
});
