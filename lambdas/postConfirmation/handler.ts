import type { Context, PostConfirmationTriggerEvent } from 'aws-lambda';
import * as events from '../../contract/events/events.ts';
import { referralCodePattern, tidyReferralCode } from '../../contract/rules/referral-code.ts';
import { signOutEverywhere } from '../domain/accounts/account-pool.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { eventBridgeInTrigger } from '../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { describeError, logger } from '../platform/logger.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { recordMetric } from '../platform/record-metric.ts';
import { followRequest } from '../platform/request-id.ts';

const { EVENT_BUS } = readConfig({ EVENT_BUS: resourceName });
const bus = { connect: eventBridgeInTrigger(), name: EVENT_BUS };
const pool = cognito();

/** Cognito waits five seconds for this function. The two attempts to publish take two of them, and a cold start about one. */
const signOutTimeoutMs = 1_000;

/** Cognito calls this after an address was confirmed, and after a password was reset with a code from an email. */
export const handler = async (event: PostConfirmationTriggerEvent, context: Context) => {
  if (event.triggerSource === 'PostConfirmation_ConfirmSignUp')
    await followRequest(context.awsRequestId, context, () => announce(event));
  if (event.triggerSource === 'PostConfirmation_ConfirmForgotPassword')
    await followRequest(context.awsRequestId, context, () =>
      handlePasswordReset(event, context.awsRequestId),
    );
  return event;
};

/**
 * Ends the earlier sign-ins and publishes the reset. Cognito responds only after this function, so no sign-in with the new
 * password exists yet. If the sign-out fails, the consumer repeats it.
 */
async function handlePasswordReset(event: PostConfirmationTriggerEvent, resetId: string): Promise<void> {
  const { sub, email } = event.request.userAttributes;
  const userId = String(sub);
  const abortSignal = AbortSignal.timeout(signOutTimeoutMs);
  const isSignedOut = await signOutEverywhere(pool, {
    userPoolId: event.userPoolId,
    userId,
    abortSignal,
  }).then(
    () => true,
    (error: unknown) => {
      logger.error('the earlier sign-ins could not be ended', { error: describeError(error) });
      return false;
    },
  );
  try {
    await publishEvent(bus, events.passwordReset, {
      userId,
      resetId,
      email: String(email),
      isSignedOut,
    });
  } catch (error) {
    // The password is already changed; throwing would only show the person an error.
    logger.error('the password reset could not be published', { error: describeError(error) });
    recordMetric('PasswordResetsUnpublished');
  }
}

async function announce(event: PostConfirmationTriggerEvent): Promise<void> {
  const { sub, email } = event.request.userAttributes;
  recordMetric('Registrations');
  try {
    await publishEvent(bus, events.userRegistered, {
      userId: String(sub),
      email: String(email),
      ...referralIn(event.request.clientMetadata),
    });
  } catch (error) {
    // The account is already confirmed; throwing would only show the person an error.
    logger.error('the registration could not be published', { error: describeError(error) });
    recordMetric('RegistrationsUnpublished');
  }
}

/**
 * The metadata that the browser sends with `ConfirmSignUp`. Cognito passes it on unchecked.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html
 */
function referralIn(sentByBrowser: Record<string, string> = {}): { referralCode?: string } {
  const referralCode = tidyReferralCode(sentByBrowser.referralCode ?? '');
  return referralCodePattern.test(referralCode) ? { referralCode } : {};
}
