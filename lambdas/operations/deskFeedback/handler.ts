import { deskOperations } from '../../../contract/operations/desk-operations.ts';
import { feedbackInbox } from '../../domain/feedback/feedback-inbox.ts';
import { dynamodb } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { FEEDBACK_TABLE } = readConfig({ FEEDBACK_TABLE: resourceName });
const inbox = feedbackInbox(dynamodb(), FEEDBACK_TABLE);

export const handler = serveDesk(deskOperations.deskFeedback, ({ data }) => inbox.list(data));
