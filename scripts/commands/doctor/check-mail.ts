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
      'SES is in its sandbox: it sends no mail of ours to others, so nobody can register',
      // https://docs.aws.amazon.com/ses/latest/dg/control-user-access.html
      `Confirming addresses does not help: in the sandbox SES wants a right on the recipient's too, which the site does not have. Ask AWS to lift it, it takes a day: aws sesv2 put-account-details --region ${region} --production-access-enabled --mail-type TRANSACTIONAL --website-url https://<your site> --use-case-description "Confirmation codes, receipts and answers to people who registered"`,
    );
  }
  if (!account.SendingEnabled || account.EnforcementStatus === 'SHUTDOWN') {
    return problem(
      `SES has stopped sending for this account (${account.EnforcementStatus})`,
      "Open Account dashboard in SES's console: it says why, and how to have it lifted.",
    );
  }
  return ok(`${account.SendQuota?.Max24HourSend ?? 0} mails a day`);
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
  if (!found) return problem(`SES does not know ${identity}`, 'Deploy: the stack tells it.');
  if (!found.VerifiedForSendingStatus) {
    return problem(
      `${identity} is not confirmed, so no mail is sent`,
      domain
        ? 'It confirms itself by records in its hosted zone, within an hour. If it does not, look whether the zone is the one that the world asks ("Domain" above).'
        : `Open the link that AWS has mailed to ${senderAddress}; it is good for a day. Another one: SES's console, Identities, Resend.`,
    );
  }
  if (domain && found.DkimAttributes?.Status !== 'SUCCESS') {
    return problem(
      `mails of ${identity} are not signed (DKIM: ${found.DkimAttributes?.Status}), so many end as spam`,
      'The records for it are in the hosted zone; SES sees them within an hour, three days at most.',
    );
  }
  return ok(`${identity} is confirmed`);
}
