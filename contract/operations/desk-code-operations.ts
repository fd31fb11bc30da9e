import type { CodeBatch, Redemption } from '../records/code-batch.ts';
import { codeKinds, maxCodes } from '../rules/license-codes.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { action } from './desk-fields.ts';
import { cursor, type NoFields, submissionId } from './fields.ts';

/** Returns a page of the batches of codes, latest first. */
export const deskCodes = defineOperation('deskCodes', {
  request: () => z.strictObject({ cursor }),
  response: {} as { batches: CodeBatch[]; next?: string },
});

/** Returns the redemptions of the codes of a batch, latest first. */
export const deskRedemptions = defineOperation('deskRedemptions', {
  request: () => z.strictObject({ batchId: submissionId }),
  response: {} as { redemptions: (Redemption & { userId?: string; email?: string | undefined })[] },
});

/** Creates codes, each for one license, and returns them. They cannot be read again. */
export const deskCreateCodes = defineOperation('deskCreateCodes', {
  request: () =>
    z.strictObject({
      ...action,
      kind: z.enum(codeKinds),
      count: z.int().check(z.minimum(1), z.maximum(maxCodes)),
      /** The last day on which the codes work (`2026-12-31`, UTC). */
      lastDay: z.optional(z.iso.date()),
    }),
  response: {} as { codes: string[] },
});

/** Ends the codes of a batch that nobody has redeemed. */
export const deskRevokeCodes = defineOperation('deskRevokeCodes', {
  request: () => z.strictObject({ ...action, batchId: submissionId }),
  response: {} as NoFields,
});
