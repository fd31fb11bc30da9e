import * as deskCodeOperations from '../../../contract/operations/desk-code-operations.ts';
import { codeStore } from '../../domain/codes/code-store.ts';
import { createCodes } from '../../domain/codes/create-codes.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE, CODES_TABLE } = readConfig({ AUDIT_TABLE: resourceName, CODES_TABLE: resourceName });
const client = dynamodb();
const dependencies = {
  codes: codeStore(client, CODES_TABLE),
  audit: auditStore(client, AUDIT_TABLE),
  now: () => new Date(),
};

export const deskCreateCodes = serveDesk(deskCodeOperations.deskCreateCodes, async (call) => {
  const { reason, kind, count, lastDay } = call.data;
  const action = describeAction(call, 'createCodes', {});
  return { codes: await createCodes(dependencies, action, { kind, note: reason, count, lastDay }) };
});
