/**
 * Replaces `@aws-sdk/credential-provider-node` in bundles. Lambda passes credentials in the
 * environment, so the other providers, a sixth of each bundle, would never be used.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
