import type { ExportedPage } from '../records/exported-lists.ts';
import type { StoredData } from '../records/stored-data.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { cursor, noFields } from './fields.ts';

/** Returns a page of everything that is stored about the caller. */
export const exportMyData = defineOperation('exportMyData', {
  request: () => z.strictObject({ cursor }),
  response: {} as StoredData & ExportedPage,
});

/**
 * Deletes the caller's account and all its data within seconds. Requires a sign-in within the
 * last five minutes. Returns how many items will be deleted and how many kept.
 */
export const deleteAccountData = defineOperation('deleteAccountData', {
  request: () => noFields,
  response: {} as { feedbackCount: number; orderCount: number },
});
