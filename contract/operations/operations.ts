import type * as z from '../zod.ts';
import type { Operation } from './define-operation.ts';
import * as deskArticleOperations from './desk-article-operations.ts';
import * as deskCodeOperations from './desk-code-operations.ts';
import * as deskFeedbackOperations from './desk-feedback-operations.ts';
import * as deskMailingOperations from './desk-mailing-operations.ts';
import * as deskOrderOperations from './desk-order-operations.ts';
import * as deskPersonOperations from './desk-person-operations.ts';
import * as deskProblemOperations from './desk-problem-operations.ts';
import * as deskReleaseOperations from './desk-release-operations.ts';
import * as deskStatusOperations from './desk-status-operations.ts';
import * as deskTeamOperations from './desk-team-operations.ts';
import * as downloadOperations from './download-operations.ts';
import * as messageOperations from './message-operations.ts';
import * as newsletterOperations from './newsletter-operations.ts';
import * as orderOperations from './order-operations.ts';
import type { OperationName } from './routes.ts';
import * as userOperations from './user-operations.ts';

/** All operations. */
export const operations = {
  ...userOperations,
  ...orderOperations,
  ...downloadOperations,
  ...messageOperations,
  ...newsletterOperations,
  ...deskPersonOperations,
  ...deskTeamOperations,
  ...deskOrderOperations,
  ...deskCodeOperations,
  ...deskFeedbackOperations,
  ...deskArticleOperations,
  ...deskMailingOperations,
  ...deskReleaseOperations,
  ...deskProblemOperations,
  ...deskStatusOperations,
} satisfies Record<OperationName, Operation>;

type Operations = typeof operations;
/** The type of the request body. */
export type RequestOf<Name extends OperationName> = z.input<Operations[Name]['request']>;
/** The type of the response body. */
export type ResponseOf<Name extends OperationName> = Required<Operations[Name]>['response'];
