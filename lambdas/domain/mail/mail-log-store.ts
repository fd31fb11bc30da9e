import { createHash } from 'node:crypto';
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { type LoggedMail, loggedMail, type MailOutcome } from '../../../contract/records/logged-mail.ts';
import { subscriberPrefix } from '../../../contract/records/subscriber.ts';
import { mailLogDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import { succeeds, type TransactionPart, updateIf, writeRecorded } from '../../platform/conditional-write.ts';
import { queryAll } from '../../platform/query-all.ts';
import { type ItemPage, queryPage } from '../../platform/query-page.ts';
import { readPages } from '../../platform/read-pages.ts';

export type MailLogStore = ReturnType<typeof mailLogStore>;

/** A person in the log: emails about an account are kept by user id, other emails by a hash of the address. */
interface MailedPerson {
  userId: string;
  email?: string | undefined;
}

/** The key of an item. The sender tags the email with both parts, so that reports contain them. */
export interface MailKey {
  personKey: string;
  mailId: string;
}

/** `recordedWithChange` when a change was written in the same transaction. */
export type ReportResult = 'recorded' | 'recordedWithChange' | 'repeated';

/** SES may report late, twice and out of order. A later outcome in this list is never replaced by an earlier one. */
const outcomesByTime: MailOutcome[] = [
  'sending',
  'sent',
  'failed',
  'delivered',
  'bounced',
  'withheld',
  'complained',
];

/**
 * The key of emails to an address without an account. The hash has no key of ours: every function that sends emails would need the secret,
 * and a rotation would lose the entries.
 */
export function addressKey(email: string): string {
  return `${subscriberPrefix}${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`;
}

type NewEntry = Pick<LoggedMail, 'at' | 'subject' | 'outcome'>;

/** An entry with the time at which DynamoDB removes it. */
export function mailLogItem(key: MailKey, mail: NewEntry) {
  const expiration = Math.floor(Date.parse(mail.at) / 1000) + mailLogDays * secondsPerDay;
  return { ...key, ...mail, expiration };
}

/** The MailLog table: the emails that a person got and their outcomes, kept for a limited time. */
export function mailLogStore(client: DynamoDBDocumentClient, tableName: string) {
  const put = (key: MailKey, mail: NewEntry) => ({ TableName: tableName, Item: mailLogItem(key, mail) });

  const keysOf = ({ userId, email }: MailedPerson) => [userId, ...(email ? [addressKey(email)] : [])];

  return {
    /** Adds an email before it is sent, so that a report always finds it. An email that is sent again replaces its entry. */
    async add(key: MailKey, mail: Pick<LoggedMail, 'at' | 'subject'>): Promise<void> {
      await client.send(new PutCommand(put(key, { ...mail, outcome: 'sent' })));
    },

    /** Records that the email service did not accept an email, unless it reports otherwise. */
    async fail(key: MailKey, mail: Pick<LoggedMail, 'at' | 'subject'>): Promise<void> {
      const command = new PutCommand({
        ...put(key, { ...mail, outcome: 'failed' }),
        ConditionExpression: 'outcome = :sent',
        ExpressionAttributeValues: { ':sent': 'sent' satisfies MailOutcome },
      });
      await succeeds(client.send(command));
    },

    /**
     * Records the outcome of an email that the email service reports.
     * @param change is written in the same transaction as the entry; the entry is written alone when the condition of the change fails
     * @returns `repeated` when this or a later outcome is stored, or the entry was deleted with its account
     */
    async report(
      { personKey, mailId }: MailKey,
      { outcome, ...details }: Pick<LoggedMail, 'outcome' | 'reportedAt' | 'messageId' | 'bounceType'>,
      change?: TransactionPart,
    ): Promise<ReportResult> {
      const values = Object.entries({ outcome, ...details }).filter(([, value]) => value !== undefined);
      const earlier = outcomesByTime.slice(0, outcomesByTime.indexOf(outcome));
      const update = {
        TableName: tableName,
        Key: { personKey, mailId },
        UpdateExpression: `SET ${values.map(([name]) => `${name} = :${name}`).join(', ')}`,
        ConditionExpression: [
          `outcome IN (${earlier.map((name) => `:is_${name}`).join(', ')})`,
          // A permanent bounce may follow a temporary one.
          ...(details.bounceType === 'Permanent'
            ? ['(outcome = :outcome AND bounceType <> :bounceType)']
            : []),
        ].join(' OR '),
        ExpressionAttributeValues: Object.fromEntries([
          ...values.map(([name, value]) => [`:${name}`, value]),
          ...earlier.map((name) => [`:is_${name}`, name]),
        ]),
      };
      const written = change && (await writeRecorded(client, { Update: update }, change));
      if (written === 'written') return 'recordedWithChange';
      if (written === 'repeated') return 'repeated';
      return (await updateIf(client, update)) ? 'recorded' : 'repeated';
    },

    /** A page of the emails of a person, the latest of the page first. The order of the pages has no meaning. */
    async page(
      { userId, email }: MailedPerson,
      cursor: string | undefined,
      size: number,
    ): Promise<ItemPage<LoggedMail>> {
      const read = (value: string) => (after: string | undefined) =>
        queryPage(client, { tableName, key: { name: 'personKey', value }, cursor: after, size });
      const lists = { byId: read(userId), ...(email && { byAddress: read(addressKey(email)) }) };
      const { items, ...page } = await readPages(lists, cursor);
      const mails = Object.values(items)
        .flat()
        .map((item) => loggedMail.parse(item));
      return { ...page, items: mails.sort((one, other) => other.at.localeCompare(one.at)) };
    },

    /**
     * Removes the entries of a person. Safe to repeat.
     * @param onRemove called before each entry is removed
     */
    async forget(
      person: MailedPerson,
      onRemove: (key: MailKey) => Promise<void> = async () => {},
    ): Promise<void> {
      for (const value of keysOf(person)) {
        const key = { name: 'personKey', value };
        for (const { personKey, mailId } of await queryAll<MailKey>(client, { tableName, key })) {
          await onRemove({ personKey, mailId });
          await client.send(new DeleteCommand({ TableName: tableName, Key: { personKey, mailId } }));
        }
      }
    },
  };
}
