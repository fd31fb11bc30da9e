import { consumeAll } from '../platform/consume.ts';
import { compose } from './compose.ts';
import { confirmSubscriptionRequest } from './confirm-subscription-request.ts';
import { deliverContact } from './deliver-contact.ts';
import { notifyTeamOfFeedback } from './notify-team-of-feedback.ts';
import { sendFeedbackAnswer } from './send-feedback-answer.ts';
import { sendLicenseEmail } from './send-license-email.ts';
import { sendLicenseNotice } from './send-license-notice.ts';
import { sendProblemAnswer } from './send-problem-answer.ts';
import { sendSecurityNotice } from './send-security-notice.ts';
import { sendWelcome } from './send-welcome.ts';
import { warnOldAddress } from './warn-old-address.ts';

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
