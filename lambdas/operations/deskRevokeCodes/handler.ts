import { operations } from '../../../contract/operations/operations.ts';
import { codeStore } from '../../domain/codes/code-store.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { entryOf } from '../../domain/desk/record-action.ts';
import { serveDesk } from '../../domain/desk/serve-desk.ts';
import { AppError } from '../../platform/app-error.ts';
import { dynamodb } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';

const { AUDIT_TABLE, CODES_TABLE } = readConfig({ AUDIT_TABLE: resourceName, CODES_TABLE: resourceName });
const client = dynamodb();
const audit = auditStore(client, AUDIT_TABLE);
const codes = codeStore(client, CODES_TABLE);

export const handler = serveDesk(operations.deskRevokeCodes, async (call) => {
  const { batchId } = call.data;
  const batch = await codes.findBatch(batchId);
  if (!batch) throw new AppError('not-found', 'There is no such batch of codes.');
  const action = describeAction(call, 'revokeCodes', { batchId, before: batch.status });
  if (!(await codes.revoke(batchId, audit.part(entryOf(action, new Date(), 'done', 'revoked')))))
    throw new AppError('aborted', 'These codes were already revoked.');
  return {};
});
