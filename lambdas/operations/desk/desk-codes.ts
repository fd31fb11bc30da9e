import * as deskCodeOperations from '../../../contract/operations/desk-code-operations.ts';
import { deskPageSize } from '../../../contract/rules/desk-rules.ts';
import { codeStore } from '../../domain/codes/code-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { CODES_TABLE } = readConfig({ CODES_TABLE: resourceName });
const codes = codeStore(dynamodb(), CODES_TABLE);

export const deskCodes = serveDesk(deskCodeOperations.deskCodes, ({ data: { cursor } }) =>
  codes.batches(cursor, deskPageSize),
);
