import type { StoredData } from '../records/stored-data.ts';
import { defineOperation } from './define-operation.ts';
import { noFields } from './fields.ts';

/** Returns everything that is stored about the caller. */
export const exportMyData = defineOperation('exportMyData', {
  request: noFields,
  response: {} as StoredData,
});

/**
 * Deletes the caller's account and all its data within seconds. Requires a sign-in within the
 * last five minutes. Returns how much will be deleted and how much will be kept.
 */
export const deleteAccountData = defineOperation('deleteAccountData', {
  request: noFields,
  response: {} as { feedbackCount: number; orderCount: number },
});
