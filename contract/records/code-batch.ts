import { codeKinds, maxCodes } from '../rules/license-codes.ts';
import * as z from '../zod.ts';

/** Codes that the team made at once, each for one license. */
export const codeBatch = z.object({
  batchId: z.string(),
  kind: z.enum(codeKinds),
  /** The team's note on who gets the codes. */
  note: z.string(),
  count: z.int().check(z.minimum(1), z.maximum(maxCodes)),
  redeemedCount: z.int(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** The last day on which the codes work (`2026-12-31`, UTC). */
  lastDay: z.optional(z.iso.date()),
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
