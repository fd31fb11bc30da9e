import * as deskTeamOperations from '../../../contract/operations/desk-team-operations.ts';
import { deskPageSize } from '../../../contract/rules/desk-rules.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { AUDIT_TABLE } = readConfig({ AUDIT_TABLE: resourceName });
const audit = auditStore(dynamodb(), AUDIT_TABLE);

export const deskAudit = serveDesk(deskTeamOperations.deskAudit, ({ data: { cursor, ...filter } }) =>
  audit.page(filter, cursor, deskPageSize),
);
