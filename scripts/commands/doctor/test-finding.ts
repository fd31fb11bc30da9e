import { expect } from 'vitest';
import type { Finding } from './finding.ts';

const textWith = (part: string | RegExp) =>
  typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part);

/** A finding that says this, and gives this advice. */
export const finding = (
  outcome: Finding['outcome'],
  says: string | RegExp,
  advice: string | RegExp = '',
) => ({ outcome, says: textWith(says), ...(advice && { advice: textWith(advice) }) });
