import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { answersWithin } from './timeouts.ts';

export const eventBridge = () => new EventBridgeClient({ maxAttempts: 2, ...answersWithin(1_500) });
/** For a Cognito trigger: Cognito waits five seconds for the trigger, including its cold start. */
export const eventBridgeInTrigger = () => new EventBridgeClient({ maxAttempts: 2, ...answersWithin(1_000) });
