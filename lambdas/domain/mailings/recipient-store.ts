import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { LoggedMail, MailOutcome } from '../../../contract/records/logged-mail.ts';
import { succeeds, updateIf, updateOf, writeTogether } from '../../platform/conditional-write.ts';
import { readBatches } from '../../platform/read-batches.ts';
import { type MailKey, mailLogItem } from '../mail/mail-log-store.ts';

const prefix = 'mailing-';

/** The key of a mailing's email in the mail log. SES's reports contain it. */
export const recipientKey = (slug: string, userId: string): MailKey => ({
  personKey: userId,
  mailId: `${prefix}${slug}`,
});

/** The mailing that an email of the mail log belongs to. */
export const mailingOf = (key: Pick<MailKey, 'mailId'> | undefined): string | undefined =>
  key?.mailId.startsWith(prefix) ? key.mailId.slice(prefix.length) : undefined;

export type RecipientStore = ReturnType<typeof recipientStore>;

/**
 * The recipients of a mailing, in the MailLog table. An entry exists before the email is sent, so that nobody gets it twice. Its outcome is `sending`
 * until SES has accepted the email.
 */
export function recipientStore(client: DynamoDBDocumentClient, tableName: string) {
  /** Changes an entry that is still `sending`. SES may have reported about it already. */
  const update = (slug: string, userId: string, outcome: MailOutcome) =>
    updateIf(
      client,
      updateOf(tableName, recipientKey(slug, userId), 'outcome = :sending', 'SET outcome = :outcome', {
        sending: 'sending' satisfies MailOutcome,
        outcome,
      }),
    );

  return {
    /** Returns the outcomes of the emails to these people. People without an entry are missing. */
    async outcomes(slug: string, userIds: string[]): Promise<Map<string, MailOutcome>> {
      const found = new Map<string, MailOutcome>();
      const keys = userIds.map((userId) => ({ ...recipientKey(slug, userId) }));
      for await (const items of readBatches(client, tableName, keys))
        for (const { personKey, outcome } of items) found.set(String(personKey), outcome as MailOutcome);
      return found;
    },

    /**
     * Adds the entries of these people, or none.
     * @throws Error when one of them has an entry already: another run is sending the same mailing
     */
    async claim(slug: string, userIds: string[], mail: Pick<LoggedMail, 'at' | 'subject'>): Promise<void> {
      const parts = userIds.map((userId) => ({
        Put: {
          TableName: tableName,
          Item: mailLogItem(recipientKey(slug, userId), { ...mail, outcome: 'sending' }),
          ConditionExpression: 'attribute_not_exists(personKey)',
        },
      }));
      if (!(await writeTogether(client, parts)))
        throw new Error(`Another run is sending the mailing ${slug} at the same time.`);
    },

    /** SES accepted the email. */
    confirm: (slug: string, userId: string) => update(slug, userId, 'sent'),

    /** SES refused the email of this person. */
    refuse: (slug: string, userId: string) => update(slug, userId, 'failed'),

    /** The email was certainly not sent, and may be sent later. */
    release: (slug: string, userId: string) =>
      succeeds(
        client.send(
          new DeleteCommand({
            TableName: tableName,
            Key: recipientKey(slug, userId),
            ConditionExpression: 'outcome = :sending',
            ExpressionAttributeValues: { ':sending': 'sending' satisfies MailOutcome },
          }),
        ),
      ),
  };
}
