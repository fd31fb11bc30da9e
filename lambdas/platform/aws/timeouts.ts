/**
 * A call to a service that does not answer must fail before the function times out, so that the failure is
 * logged and the event is retried. The SDK tries three times. Without `throwOnRequestTimeout` it only logs
 * a warning.
 */
export const answersWithin = (requestTimeout: number) => ({
  requestHandler: { connectionTimeout: 1_000, requestTimeout, throwOnRequestTimeout: true },
});
/** Three attempts fit into the 10 s of an API function. */
export const soon = answersWithin(2_500);
/** For services that are called only by functions with a timeout of at least 30 s. */
export const later = answersWithin(8_000);
