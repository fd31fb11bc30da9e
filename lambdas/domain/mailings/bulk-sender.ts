import {
  BadRequestException,
  type BulkEmailEntryResult,
  type SESv2Client,
  SESv2ServiceException,
  SendBulkEmailCommand,
} from '@aws-sdk/client-sesv2';
import { type UnsubscribeTokens, unsubscribeHeaders } from '../mail/group-mail.ts';
import type { MailKey } from '../mail/mail-log-store.ts';
import type { MailingTemplate } from './render-mailing.ts';

export interface BulkRecipient {
  email: string;
  tokens: UnsubscribeTokens;
  /** The tags of the email. */
  key: MailKey;
}

/**
 * The outcome of an email: SES accepted it, refused it, could not send it, has reached a limit, or sends nothing for this account or these
 * settings. `uncertain`: the outcome is unknown.
 */
export type EntryOutcome = 'sent' | 'refused' | 'unsent' | 'delayed' | 'stopped' | 'uncertain';

type EntryStatus = NonNullable<BulkEmailEntryResult['Status']>;

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_BulkEmailEntryResult.html */
const outcomeOfStatus: Partial<Record<EntryStatus, EntryOutcome>> = {
  SUCCESS: 'sent',
  MESSAGE_REJECTED: 'refused',
  INVALID_PARAMETER: 'refused',
  ACCOUNT_THROTTLED: 'delayed',
  ACCOUNT_DAILY_QUOTA_EXCEEDED: 'delayed',
  TRANSIENT_FAILURE: 'unsent',
  FAILED: 'unsent',
};

export type BulkSender = ReturnType<typeof bulkSender>;

/** @param client must not retry, because after a lost response it would send the emails twice */
export function bulkSender(client: SESv2Client, { from, siteUrl }: { from: string; siteUrl: string }) {
  /** Sends a mailing to at most 50 people, and returns their outcomes in the same order. */
  return async function send(
    template: MailingTemplate,
    recipients: BulkRecipient[],
  ): Promise<EntryOutcome[]> {
    const { values, subject, text, html } = template;
    const command = new SendBulkEmailCommand({
      FromEmailAddress: from,
      DefaultContent: {
        Template: {
          TemplateContent: { Subject: subject, Text: text, Html: html },
          TemplateData: JSON.stringify({ ...values, group: '', all: '' }),
        },
      },
      BulkEmailEntries: recipients.map(({ email, tokens, key }) => ({
        Destination: { ToAddresses: [email] },
        // Each entry has all variables, because AWS does not document that SES merges them with the defaults.
        ReplacementEmailContent: {
          ReplacementTemplate: { ReplacementTemplateData: JSON.stringify({ ...values, ...tokens }) },
        },
        ReplacementHeaders: Object.entries(unsubscribeHeaders(tokens, siteUrl)).map(([Name, Value]) => ({
          Name,
          Value,
        })),
        ReplacementTags: Object.entries(key).map(([Name, Value]) => ({ Name, Value })),
      })),
    });
    try {
      const { BulkEmailEntryResults: results = [] } = await client.send(command);
      return recipients.map((_, index) => outcomeOf(results[index]));
    } catch (error) {
      // One invalid address may fail the whole call.
      if (error instanceof BadRequestException && recipients.length > 1) {
        const outcomes: EntryOutcome[] = [];
        for (const recipient of recipients) outcomes.push(...(await send(template, [recipient])));
        return outcomes;
      }
      return recipients.map(() => outcomeOfError(error));
    }
  };
}

const outcomeOf = (result: BulkEmailEntryResult | undefined): EntryOutcome =>
  result?.Status ? (outcomeOfStatus[result.Status] ?? 'stopped') : 'uncertain';

/** SES sent nothing if it refused the request. After any other failure, the result is unknown. */
function outcomeOfError(error: unknown): EntryOutcome {
  if (!(error instanceof SESv2ServiceException) || error.$fault !== 'client') return 'uncertain';
  if (error instanceof BadRequestException) return 'refused';
  return error.name === 'TooManyRequestsException' ? 'delayed' : 'stopped';
}
