import { GetAccountCommand, GetEmailIdentityCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { senderDomainOf } from '../../../lib/sender-domain.ts';
import type { StageSettings } from '../../../lib/stage-settings.ts';
import { region } from '../../../lib/stages.ts';
import type { StackResource } from '../stage/stacks.ts';
import { type Finding, ok, problem } from './finding.ts';

/** https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html */
export async function checkSandbox(ses: SESv2Client, siteUrl: string): Promise<Finding> {
  const account = await ses.send(new GetAccountCommand({}));
  if (!account.ProductionAccessEnabled) {
    const { Status: status, CaseId: caseId } = account.Details?.ReviewDetails ?? {};
    const inCase = caseId ? `case ${caseId}` : 'the latest case';
    if (status === 'PENDING')
      return problem(
        'SES is in its sandbox, so nobody can register; AWS reviews the request',
        `Wait a day. AWS may ask questions in ${inCase} in the Support Center.`,
      );
    if (status === 'DENIED')
      return problem(
        'SES is in its sandbox, so nobody can register; AWS refused the request',
        `Answer in ${inCase} in the Support Center. docs/deploy.md, "After a refusal", says what AWS wants to know.`,
      );
    return problem(
      'SES is in its sandbox and sends to nobody else, so nobody can register',
      // https://docs.aws.amazon.com/ses/latest/dg/control-user-access.html
      `Ask AWS to lift it, which takes a day. Confirming addresses does not help, because the site has no permission for them. aws sesv2 put-account-details --region ${region} --production-access-enabled --mail-type MARKETING --website-url ${siteUrl} --use-case-description "Confirmation codes, receipts, answers, and updates and newsletters to people who registered and can unsubscribe with one click"`,
    );
  }
  if (!account.SendingEnabled || account.EnforcementStatus === 'SHUTDOWN') {
    return problem(
      `SES has stopped sending for this account (${account.EnforcementStatus})`,
      "Open Account dashboard in SES's console: it says why, and how to have it lifted.",
    );
  }
  return ok(`${account.SendQuota?.Max24HourSend ?? 0} emails per day`);
}

/**
 * Checks that SES does not have the identity of the sender from somewhere else: the deployment
 * creates it, and SES accepts each identity once.
 * @param resources of the data stack; undefined before the first deployment
 */
export async function checkNewSender(
  ses: SESv2Client,
  settings: StageSettings,
  resources: StackResource[] = [],
): Promise<Finding> {
  const identity = identityOf(settings);
  const isOurs = resources.some(
    ({ type, physicalId }) => type === 'AWS::SES::EmailIdentity' && physicalId === identity,
  );
  if (isOurs) return ok(`${identity} belongs to the site`);
  if (!(await findIdentity(ses, identity))) return ok(`${identity} is free`);
  const records = settings.domain
    ? ', and its records in the hosted zone that point to dkim.amazonses.com'
    : '';
  return problem(
    `SES has the identity ${identity} already, and the deployment would create it`,
    `If nothing else sends with it, delete it${records}: aws sesv2 delete-email-identity --region ${region} --email-identity ${identity}. Otherwise write another senderAddress into settings.ts.`,
  );
}

/** With a domain, SES sends in the name of the sender's domain. */
const identityOf = (settings: StageSettings): string =>
  settings.domain ? senderDomainOf(settings) : settings.senderAddress;

const findIdentity = (ses: SESv2Client, identity: string) =>
  ses.send(new GetEmailIdentityCommand({ EmailIdentity: identity })).catch((error: Error) => {
    if (error.name === 'NotFoundException') return undefined;
    throw error;
  });

export async function checkSender(ses: SESv2Client, settings: StageSettings): Promise<Finding> {
  const { domain, senderAddress } = settings;
  const identity = identityOf(settings);
  const found = await findIdentity(ses, identity);
  if (!found) return problem(`SES has no identity ${identity}`, 'Deploy: the stack adds it.');
  if (!found.VerifiedForSendingStatus) {
    return problem(
      `${identity} is not confirmed, so no email is sent`,
      domain
        ? 'Records in its hosted zone confirm it within an hour. If not, check "Domain" above.'
        : `Open the link that AWS sent to ${senderAddress}; it works for a day. For a new one: SES console, Identities, Resend.`,
    );
  }
  if (domain && found.DkimAttributes?.Status !== 'SUCCESS') {
    return problem(
      `emails from ${identity} are not signed (DKIM: ${found.DkimAttributes?.Status}), so many are treated as spam`,
      'Its records are in the hosted zone; SES finds them within an hour, or three days at most.',
    );
  }
  return ok(`${identity} is confirmed`);
}
