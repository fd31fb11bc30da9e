import { onDemand } from './on-demand.ts';
import { answersWithin } from './timeouts.ts';

export const eventBridge = () => clientWithin(1_500);
/** For a Cognito trigger: Cognito waits five seconds for the trigger, including its cold start. */
export const eventBridgeInTrigger = () => clientWithin(1_000);

const clientWithin = (milliseconds: number) =>
  onDemand(async () => {
    const { EventBridgeClient } = await import('@aws-sdk/client-eventbridge');
    return new EventBridgeClient({ maxAttempts: 2, ...answersWithin(milliseconds) });
  });
