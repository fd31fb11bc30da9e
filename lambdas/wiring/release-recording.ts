import { auditStore } from '../domain/desk/audit-store.ts';
import { type DeskAction, recordAction } from '../domain/desk/record-action.ts';
import type { BuildsBucket } from '../domain/releases/release-manifests.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { s3 } from '../platform/aws/s3.ts';
import { readConfig, resourceName } from '../platform/config.ts';

/** `recordAction` for releases, with the services that the functions use. */
export function releaseRecording(now: () => Date) {
  const { AUDIT_TABLE, BUILDS_BUCKET } = readConfig({
    AUDIT_TABLE: resourceName,
    BUILDS_BUCKET: resourceName,
  });
  const audit = auditStore(dynamodb(), AUDIT_TABLE);
  const builds: BuildsBucket = { s3: s3(), bucket: BUILDS_BUCKET };
  return (action: DeskAction, after: string, act: (builds: BuildsBucket, at: Date) => Promise<unknown>) =>
    recordAction({ audit, now }, action, async () => {
      await act(builds, now());
      return after;
    });
}
