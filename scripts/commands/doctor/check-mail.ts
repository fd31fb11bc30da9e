import { GetAccountCommand, GetEmailIdentityCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { senderDomainOf } from '../../../lib/sender-domain.ts';
import type { StageSettings } from '../../../lib/stage-settings.ts';
import { region } from '../../../lib/stages.ts';
import { type Finding, ok, problem } from './finding.ts';

/** https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html */
export async function checkSandbox(ses: SESv2Client): Promise<Finding> {
  const account = await ses.send(new GetAccountCommand({}));
  if (!account.ProductionAccessEnabled) {
    return problem(
      'SES is in its sandbox and sends to nobody else, so nobody can register',
      // https://docs.aws.amazon.com/ses/latest/dg/control-user-access.html
      `Ask AWS to lift it, which takes a day. Confirming addresses does not help, because the site has no permission for them. aws sesv2 put-account-details --region ${region} --production-access-enabled --mail-type MARKETING --website-url https://<your site> --use-case-description "Confirmation codes, receipts, answers, and updates and newsletters to people who registered and can unsubscribe with one click"`,
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

export async function checkSender(ses: SESv2Client, settings: StageSettings): Promise<Finding> {
  const { domain, senderAddress } = settings;
  const identity = domain ? senderDomainOf(settings) : senderAddress;
  const found = await ses
    .send(new GetEmailIdentityCommand({ EmailIdentity: identity }))
    .catch((error: Error) => {
      if (error.name === 'NotFoundException') return undefined;
      throw error;
    });
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
