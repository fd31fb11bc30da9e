import * as deskCodeOperations from '../../../contract/operations/desk-code-operations.ts';
import { codeStore } from '../../domain/codes/code-store.ts';
import { revokeCodes } from '../../domain/codes/revoke-codes.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE, CODES_TABLE } = readConfig({ AUDIT_TABLE: resourceName, CODES_TABLE: resourceName });
const client = dynamodb();
const dependencies = {
  audit: auditStore(client, AUDIT_TABLE),
  codes: codeStore(client, CODES_TABLE),
  now: () => new Date(),
};

export const deskRevokeCodes = serveDesk(deskCodeOperations.deskRevokeCodes, async (call) => {
  const { batchId } = call.data;
  await revokeCodes(dependencies, describeAction(call, 'revokeCodes', { batchId }), batchId);
  return {};
});
