import { operations } from '../../../contract/operations/operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { recordAction } from '../../domain/desk/record-action.ts';
import { serveDesk } from '../../domain/desk/serve-desk.ts';
import { isOnlyRelease, yank } from '../../domain/releases/promote-release.ts';
import { listManifests } from '../../domain/releases/release-manifests.ts';
import { AppError } from '../../platform/app-error.ts';
import { dynamodb, s3 } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';

const { AUDIT_TABLE, BUILDS_BUCKET } = readConfig({
  AUDIT_TABLE: resourceName,
  BUILDS_BUCKET: resourceName,
});
const audit = auditStore(dynamodb(), AUDIT_TABLE);
const from = { s3: s3(), bucket: BUILDS_BUCKET };
const now = () => new Date();

export const handler = serveDesk(operations.deskYankRelease, async (call) => {
  const { version, mayLeaveNone } = call.data;
  const manifests = (await listManifests(from)).flatMap(({ manifest }) => manifest ?? []);
  if (!mayLeaveNone && isOnlyRelease(manifests, version))
    throw new AppError(
      'aborted',
      `Without ${version}, its channel has nothing to offer. Confirm that first. Nothing was withdrawn.`,
    );
  const action = describeAction(call, 'yankRelease', { version });
  await recordAction({ audit, now }, action, async () => {
    await yank(from, version, now());
    return 'withdrawn';
  });
  return {};
});
