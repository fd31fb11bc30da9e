import type { Delivery } from './bus-event.ts';

/**
 * Returns the message that Lambda writes to a dead-letter queue about an event that a function failed to handle.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
 */
export function failedInvocation(
  { id, functionId, event, attempts, lastError = '' }: Delivery,
  at: Date,
): object {
  const [, errorType, errorMessage] = /^(\w+): (.*)$/s.exec(lastError) ?? [null, 'Error', lastError];
  return {
    version: '1.0',
    timestamp: at.toISOString(),
    requestContext: {
      requestId: id,
      functionArn: `arn:aws:lambda:${event.region}:${event.account}:function:${functionId}:$LATEST`,
      condition: 'RetriesExhausted',
      approximateInvokeCount: attempts,
    },
    requestPayload: event,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: { errorType, errorMessage },
  };
}
