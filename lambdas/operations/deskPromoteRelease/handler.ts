import { operations } from '../../../contract/operations/operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { recordAction } from '../../domain/desk/record-action.ts';
import { serveDesk } from '../../domain/desk/serve-desk.ts';
import { promote } from '../../domain/releases/promote-release.ts';
import { dynamodb, s3 } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';

const { AUDIT_TABLE, BUILDS_BUCKET } = readConfig({
  AUDIT_TABLE: resourceName,
  BUILDS_BUCKET: resourceName,
});
const audit = auditStore(dynamodb(), AUDIT_TABLE);
const from = { s3: s3(), bucket: BUILDS_BUCKET };
const now = () => new Date();

export const handler = serveDesk(operations.deskPromoteRelease, async (call) => {
  const { version } = call.data;
  const action = describeAction(call, 'promoteRelease', { version });
  await recordAction({ audit, now }, action, async () => {
    await promote(from, version, now());
    return 'promoted';
  });
  return {};
});
