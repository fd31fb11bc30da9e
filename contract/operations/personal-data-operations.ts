import { storedData } from '../records/stored-data.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { noFields } from './fields.ts';

/** What is stored about a person. */
export const personalDataOperations = {
  /** Returns everything that is stored about the caller. */
  exportMyData: defineOperation('exportMyData', {
    request: noFields,
    response: storedData,
  }),

  /**
   * Deletes the caller's account and all its data within seconds. Requires a sign-in within the
   * last five minutes. Returns how much will be deleted and how much will be kept.
   */
  deleteAccountData: defineOperation('deleteAccountData', {
    request: noFields,
    response: z.object({ feedbackCount: z.int(), orderCount: z.int() }),
  }),
};
