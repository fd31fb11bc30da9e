import * as z from 'zod';
import { codeKinds, maxCodes } from '../rules/license-codes.ts';

/** Codes that the team made at once, each for one license. */
export const codeBatch = z.object({
  batchId: z.string(),
  kind: z.enum(codeKinds),
  /** For whom, in the words of the team. */
  note: z.string(),
  count: z.int().min(1).max(maxCodes),
  redeemedCount: z.int(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** The last day on which the codes work (`2026-12-31`, UTC). */
  lastDay: z.iso.date().optional(),
  /** `incomplete`: not all codes are stored yet, so none works. */
  status: z.enum(['incomplete', 'valid', 'revoked']),
});

export type CodeBatch = z.infer<typeof codeBatch>;

/** A redeemed code. Only the hash of a code is stored. */
export const redemption = z.object({
  redeemedAt: z.string(),
  orderId: z.string(),
});

export type Redemption = z.infer<typeof redemption>;
