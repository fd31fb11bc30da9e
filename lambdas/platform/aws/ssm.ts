import { SSMProvider } from '@aws-lambda-powertools/parameters/ssm';
import { SSMClient } from '@aws-sdk/client-ssm';
import { forApiFunctions } from './timeouts.ts';

const ssm = () => new SSMClient(forApiFunctions);

const maxAgeSeconds = 3_600;

/**
 * Reads the site's address from a parameter, for functions that are deployed before the
 * distribution. Other functions have it in `SITE_URL`.
 */
export function siteUrlParameter(name: string): () => Promise<string> {
  const parameters = new SSMProvider({ awsSdkV3Client: ssm() });
  return async () => {
    const url = await parameters.get(name, { maxAge: maxAgeSeconds });
    if (!url) throw new Error(`The parameter ${name} is empty.`);
    return url;
  };
}
