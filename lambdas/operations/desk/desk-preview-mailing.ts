import * as deskMailingOperations from '../../../contract/operations/desk-mailing-operations.ts';
import { previewOfMailing } from '../../domain/mailings/read-pasted-mailing.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { SITE_URL } = readConfig({ SITE_URL: resourceName });

export const deskPreviewMailing = serveDesk(
  deskMailingOperations.deskPreviewMailing,
  async ({ data: { slug, text } }) => previewOfMailing(slug, text, SITE_URL),
);
