import { type AuditEntry, auditFilter, auditPeriod } from '../records/audit-entry.ts';
import type { DeskOverview } from '../records/desk-overview.ts';
import type { DeskToday } from '../records/desk-today.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import type { Names } from './desk-fields.ts';
import { cursor, noFields } from './fields.ts';

/** Returns a page of what the team did, latest first. */
export const deskAudit = defineOperation('deskAudit', {
  request: () => z.extend(auditFilter, { ...auditPeriod.shape, cursor }),
  response: {} as { entries: AuditEntry[]; next?: string; names: Names },
});

/** Returns what waits for the team. */
export const deskToday = defineOperation('deskToday', {
  request: () => noFields,
  response: {} as DeskToday,
});

/** Returns the counts of the last days and the active alarms. */
export const deskOverview = defineOperation('deskOverview', {
  request: () => noFields,
  response: {} as DeskOverview,
});
