// Each file in this folder creates the clients of one service. A function creates its clients when it starts, or on demand;
// the SDK reads region and credentials from the environment.

/**
 * A call to a service that does not answer must fail before the function times out, so that the failure is
 * logged and the event is retried. The SDK tries three times. Without `throwOnRequestTimeout` it only logs
 * a warning.
 */
export const answersWithin = (requestTimeoutMs: number) => ({
  requestHandler: { connectionTimeout: 1_000, requestTimeout: requestTimeoutMs, throwOnRequestTimeout: true },
});
/** Three attempts fit into the 10 s of an API function. */
export const forApiFunctions = answersWithin(2_500);
/** For services that are called only by functions with a timeout of at least 30 s. */
export const forSlowFunctions = answersWithin(8_000);
