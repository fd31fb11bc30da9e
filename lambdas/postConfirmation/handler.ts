import type { Context, PostConfirmationTriggerEvent } from 'aws-lambda';
import { referralCodePattern } from '../../contract/referral-code.ts';
import { eventBridge } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { count } from '../platform/count.ts';
import { describeError, logger } from '../platform/logger.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { followRequest } from '../platform/request-id.ts';

const { EVENT_BUS } = readConfig({ EVENT_BUS: resourceName });
const bus = eventBridge();

/** Cognito calls this when an address was confirmed, and also when a password was reset, which is no registration. */
export const handler = async (event: PostConfirmationTriggerEvent, context: Context) => {
  if (event.triggerSource === 'PostConfirmation_ConfirmSignUp')
    await followRequest(context.awsRequestId, context, () => announce(event));
  return event;
};

async function announce(event: PostConfirmationTriggerEvent): Promise<void> {
  const { sub, email } = event.request.userAttributes;
  count('Registrations');
  try {
    await publishEvent(bus, EVENT_BUS, 'userRegistered', {
      userId: String(sub),
      email: String(email),
      ...referralIn(event.request.clientMetadata),
    });
  } catch (error) {
    // The account is confirmed already; throwing would only show the person an error about a mail they do not miss.
    logger.error('the registration is not on the bus', { error: describeError(error) });
    count('RegistrationsUntold');
  }
}

/**
 * Cognito hands over, unchecked, what the browser sends with `ConfirmSignUp`.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html
 */
function referralIn(sentByBrowser: Record<string, string> = {}): { referralCode?: string } {
  const { referralCode } = sentByBrowser;
  return referralCode && referralCodePattern.test(referralCode) ? { referralCode } : {};
}
