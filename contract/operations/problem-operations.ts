import { releaseVersion } from '../records/release.ts';
import { textLimits } from '../rules/feedback-limits.ts';
import { platforms } from '../rules/platforms.ts';
import { crashPattern, maxFrameLength, maxFrames, systemVersionPattern } from '../rules/problem-limits.ts';
import * as z from '../zod.ts';
import { defineOperation } from './define-operation.ts';
import { emailAddress, line, type NoFields, prose } from './fields.ts';

/** The app reports a crash, if its user has agreed. */
export const reportProblem = defineOperation('reportProblem', {
  request: () =>
    z
      .strictObject({
        version: releaseVersion,
        platform: z.enum(platforms),
        systemVersion: z.string().check(z.regex(systemVersionPattern)),
        crash: z
          .string()
          .check(z.toLowerCase(), z.regex(crashPattern, 'must be 16 to 64 hexadecimal digits')),
        frames: z._default(z.array(line(maxFrameLength)).check(z.maxLength(maxFrames)), []),
        text: z.optional(prose(textLimits.problem)),
        /** Only if the person wants an answer to the text. */
        email: z.optional(emailAddress),
      })
      .check(
        z.refine(({ text, email }) => text !== undefined || email === undefined, {
          path: ['email'],
          error: 'needs a text that we can answer',
        }),
      ),
  response: {} as NoFields,
});
