import { consumeAll } from '../platform/consume.ts';
import { compose } from './compose.ts';
import { confirmSubscriptionRequest } from './confirm-subscription-request.ts';
import { sendLicenseEmail } from './send-license-email.ts';
import { sendLicenseNotice } from './send-license-notice.ts';
import {
  deliverContact,
  notifyTeamOfFeedback,
  sendFeedbackAnswer,
  sendProblemAnswer,
} from './send-messages.ts';
import { sendWelcome } from './send-welcome.ts';
import { sendSecurityNotice, warnOldAddress } from './warn-owner.ts';

export const handler = consumeAll(
  [
    sendWelcome,
    warnOldAddress,
    sendSecurityNotice,
    notifyTeamOfFeedback,
    sendFeedbackAnswer,
    sendProblemAnswer,
    deliverContact,
    confirmSubscriptionRequest,
    sendLicenseNotice,
    sendLicenseEmail,
  ],
  compose,
);
