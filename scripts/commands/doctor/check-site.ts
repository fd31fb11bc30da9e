import { isDeepStrictEqual } from 'node:util';
import type { WebSettings } from '../../../contract/records/web-settings.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Checks that visitors reach the site, and that it has the settings of this stage. */
export async function checkPages(siteUrl: string, settings: WebSettings, stage: string): Promise<Finding> {
  const response = await ask(`${siteUrl}/config.json`);
  if ('outcome' in response) return response;
  const redeploy =
    stage === 'local' ? 'Start it again: npm start' : `Deploy again: npm run deploy -- --stage ${stage}`;
  if (response.status !== 200) return problem(`${siteUrl}/config.json answers ${response.status}`, redeploy);
  const found = await response.json().catch(() => undefined);
  if (isDeepStrictEqual(found, settings))
    return settings.isReadOnly
      ? warning(
          `${siteUrl} answers, and is read-only: nobody can buy, register or write`,
          'docs/alarms.md, "Take the site read-only", says how to end it. Stripe keeps its events for three days.',
        )
      : ok(`${siteUrl} answers`);
  return problem(`${siteUrl}/config.json differs from the stack`, redeploy);
}

/** Checks that the API answers, and requires a sign-in. */
export async function checkApi(siteUrl: string): Promise<Finding> {
  const response = await ask(`${siteUrl}/api/me`);
  if ('outcome' in response) return response;
  if (response.status === 401) return ok('answers, and requires a sign-in');
  return problem(
    `${siteUrl}/api/me answers ${response.status} instead of 401`,
    'Read the log of the function "me". If it is empty, the request did not reach it: check the behaviors of the distribution.',
  );
}

/** The pages that AWS looks for before it lets SES send to everyone. */
const legalPages = ['/terms', '/privacy', '/legal-notice', '/contact'];

/** Checks that visitors can read who runs the site and on what terms. */
export async function checkLegalPages(siteUrl: string): Promise<Finding> {
  for (const page of legalPages) {
    const response = await ask(`${siteUrl}${page}`);
    if ('outcome' in response) return response;
    if (response.status !== 200)
      return problem(
        `${siteUrl}${page} answers ${response.status}`,
        'The deployment uploads the pages: deploy again.',
      );
  }
  return ok(`${legalPages.join(', ')} answer`);
}

async function ask(address: string): Promise<Response | Finding> {
  try {
    return await fetch(address, { signal: AbortSignal.timeout(10_000) });
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    return problem(
      `${address} does not answer (${cause?.code ?? (error as Error).name})`,
      'A new distribution or name takes some minutes. After that, check the DNS record and the certificate.',
    );
  }
}
