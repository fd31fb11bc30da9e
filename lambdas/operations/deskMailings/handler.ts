import { deskOperations } from '../../../contract/operations/desk-operations.ts';
import { serveDesk } from '../../domain/desk/serve-desk.ts';
import { mailingStore } from '../../domain/mailings/mailing-store.ts';
import { dynamodb } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';

const { MAILINGS_TABLE } = readConfig({ MAILINGS_TABLE: resourceName });
const mailings = mailingStore(dynamodb(), MAILINGS_TABLE);

export const handler = serveDesk(deskOperations.deskMailings, ({ data: { status, cursor } }) =>
  mailings.page(status, cursor),
);
