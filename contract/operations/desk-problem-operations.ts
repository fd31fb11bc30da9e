import type { ProblemsOfVersion, ProblemText } from '../records/problem.ts';
import { releaseVersion } from '../records/release.ts';
import { textLimits } from '../rules/feedback-limits.ts';
import { crashPattern, otherCrashes } from '../rules/problem-limits.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { cursor, type NoFields, prose, submissionId } from './fields.ts';

const crash = z.string().check(z.regex(crashPattern));

/** Returns the problems of a version, or of the highest one, and all versions, the highest first. */
export const deskProblems = defineOperation('deskProblems', {
  request: () => z.strictObject({ version: z.optional(releaseVersion) }),
  response: {} as { versions: string[]; shown?: ProblemsOfVersion },
});

/** Returns a page of the texts about a crash, the newest day first. */
export const deskProblemTexts = defineOperation('deskProblemTexts', {
  request: () =>
    z.strictObject({
      version: releaseVersion,
      crash: z.union([crash, z.literal(otherCrashes)]),
      cursor,
    }),
  response: {} as { texts: ProblemText[]; next?: string },
});

/** Answers a text with an email to its author. It changes no account, so it needs no reason. */
export const deskAnswerProblem = defineOperation('deskAnswerProblem', {
  request: () =>
    z.strictObject({
      actionId: submissionId,
      version: releaseVersion,
      textId: z.string().check(z.minLength(1), z.maxLength(200)),
      answer: prose(textLimits.feedback),
    }),
  response: {} as NoFields,
});

/** Marks a crash as solved in a version. */
export const deskSolveProblem = defineOperation('deskSolveProblem', {
  request: () =>
    z.strictObject({
      actionId: submissionId,
      crash,
      solvedIn: releaseVersion,
      /** The version in which it was solved when the admin decided; missing if in none. */
      seen: z.optional(releaseVersion),
    }),
  response: {} as NoFields,
});
