import { Sha256 } from '@aws-crypto/sha256-js';
import type { STSClient } from '@aws-sdk/client-sts';
import { SignatureV4 } from '@smithy/signature-v4';
import { region } from '../../../lib/stages.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Part of the answer of https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_freetier_GetAccountPlanState.html */
interface AccountPlan {
  accountPlanType: 'FREE' | 'PAID';
  accountPlanStatus: 'NOT_STARTED' | 'ACTIVE' | 'EXPIRED';
  accountPlanExpirationDate?: string;
}

/** The API has this endpoint only. */
const freeTier = 'https://freetier.us-east-1.api.aws';

/**
 * Checks that the account is not on the Free plan, which ends after six months or with its credits.
 * AWS then closes the account. https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/free-tier-plans.html
 */
export async function checkAccountPlan(sts: STSClient, endpoint = freeTier): Promise<Finding> {
  const plan = await readPlan(sts, endpoint);
  if (plan?.accountPlanType !== 'FREE') return ok('AWS does not close the account after six months');
  const advice = `Choose the Paid plan, which keeps the credits: aws freetier upgrade-account-plan --region ${region} --account-plan-type PAID`;
  if (plan.accountPlanStatus === 'EXPIRED')
    return problem('the Free plan of the account has ended, so AWS closes the account', advice);
  const end = plan.accountPlanExpirationDate?.slice(0, 10);
  return warning(
    `the account has the Free plan: AWS closes the account ${end ? `on ${end}` : 'after six months'}, or earlier if the credits are used up`,
    advice,
  );
}

/**
 * The SDK has no client for this API that npm installs, so the request is signed here.
 * @returns undefined for an account without a plan: it is older than plans, or part of an organization
 */
async function readPlan(sts: STSClient, endpoint: string): Promise<AccountPlan | undefined> {
  const { host, protocol } = new URL(endpoint);
  const signer = new SignatureV4({
    service: 'freetier',
    region,
    credentials: sts.config.credentials,
    sha256: Sha256,
  });
  const { headers, body } = await signer.sign({
    method: 'POST',
    protocol,
    hostname: host,
    path: '/',
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'AWSFreeTierService.GetAccountPlanState',
    },
    body: '{}',
  });
  const response = await fetch(endpoint, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(10_000),
  });
  const answer = (await response.json()) as AccountPlan & { __type?: string; message?: string };
  if (response.ok) return answer;
  const name = answer.__type?.split('#').at(-1) ?? `HTTP ${response.status}`;
  if (name === 'ResourceNotFoundException') return undefined;
  throw Object.assign(new Error(answer.message ?? name), { name });
}
