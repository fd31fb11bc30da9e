import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import { region } from '../../../lib/stages.ts';
import { findStack } from '../stage/stacks.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

export async function checkCredentials(sts: STSClient): Promise<Finding> {
  try {
    const { Account: account, Arn: arn } = await sts.send(new GetCallerIdentityCommand({}));
    return ok(`account ${account}, as ${arn}`);
  } catch (error) {
    const { name, message } = error as Error;
    return problem(
      name === 'CredentialsProviderError' ? 'there are none' : `are refused: ${message}`,
      'Sign in: aws sso login, or set AWS_PROFILE. "aws configure sso" sets it up the first time.',
    );
  }
}

/** The version of the bootstrap stack that `cdk deploy` requires. */
const neededBootstrapVersion = 6;

export async function checkBootstrap(cloudFormation: CloudFormationClient): Promise<Finding> {
  const stack = await findStack(cloudFormation, 'CDKToolkit');
  const advice = `npx cdk bootstrap aws://<account>/${region}   (once per account; two minutes)`;
  if (!stack) return problem(`the account has no stack CDKToolkit in ${region}`, advice);
  const version = Number(
    stack.Outputs?.find(({ OutputKey: key }) => key === 'BootstrapVersion')?.OutputValue,
  );
  if (version >= neededBootstrapVersion) return ok(`version ${version}`);
  return problem(`has version ${version}, but ${neededBootstrapVersion} is required`, advice);
}

/** AWS's default; a new account has less. */
const usualConcurrency = 1000;

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export async function checkConcurrency(lambda: LambdaClient): Promise<Finding> {
  const { AccountLimit: limit } = await lambda.send(new GetAccountSettingsCommand({}));
  const concurrency = limit?.ConcurrentExecutions ?? 0;
  if (concurrency >= usualConcurrency) return ok(`${concurrency} functions may run at once`);
  return warning(
    `only ${concurrency} functions may run at once, in the whole account`,
    `Ask for more, which takes a day or two: aws service-quotas request-service-quota-increase --region ${region} --service-code lambda --quota-code L-B99A9384 --desired-value ${usualConcurrency}`,
  );
}
