import { deskOperations } from '../../../contract/operations/desk-operations.ts';
import { serveDesk } from '../../domain/desk/serve-desk.ts';
import { previewOfMailing } from '../../domain/mailings/read-pasted-mailing.ts';
import { readConfig, resourceName } from '../../platform/config.ts';

const { SITE_URL } = readConfig({ SITE_URL: resourceName });

export const handler = serveDesk(deskOperations.deskPreviewMailing, async ({ data: { slug, text } }) =>
  previewOfMailing(slug, text, SITE_URL),
);
