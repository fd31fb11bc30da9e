import * as deskFeedbackOperations from '../../../contract/operations/desk-feedback-operations.ts';
import { feedbackInbox } from '../../domain/feedback/feedback-inbox.ts';
import { readAddresses } from '../../domain/users/read-addresses.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { FEEDBACK_TABLE, USERS_TABLE } = readConfig({
  FEEDBACK_TABLE: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const inbox = feedbackInbox(client, FEEDBACK_TABLE);

export const deskFeedback = serveDesk(deskFeedbackOperations.deskFeedback, async ({ data }) => {
  const { feedback, ...page } = await inbox.list(data);
  const authors = feedback.map(({ userId }) => userId);
  const addresses = await readAddresses(client, USERS_TABLE, authors);
  return { feedback: feedback.map((item) => ({ ...item, email: addresses.get(item.userId) })), ...page };
});
