import * as deskMailingOperations from '../../../contract/operations/desk-mailing-operations.ts';
import { mailingStore } from '../../domain/mailings/mailing-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { MAILINGS_TABLE } = readConfig({ MAILINGS_TABLE: resourceName });
const mailings = mailingStore(dynamodb(), MAILINGS_TABLE);

export const deskMailings = serveDesk(deskMailingOperations.deskMailings, ({ data: { status, cursor } }) =>
  mailings.page(status, cursor),
);
