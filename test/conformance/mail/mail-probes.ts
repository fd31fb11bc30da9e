import {
  DeleteSuppressedDestinationCommand,
  GetAccountCommand,
  SendBulkEmailCommand,
  type SendBulkEmailCommandInput,
  type SendBulkEmailCommandOutput,
  SendEmailCommand,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import type { ComparableMail } from './comparable-mail.ts';

const from = 'Lorewright <hello@lorewright.example>';
const to = 'ada@example.com';
const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
const body = { Text: utf8('Grüße, Ada'), Html: utf8('<p>Grüße, Ada</p>') };
const unsubscribe = [
  { Name: 'List-Unsubscribe', Value: '<https://lorewright.example/u#1>' },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
];

type Simple = NonNullable<NonNullable<SendEmailCommandInput['Content']>['Simple']>;
interface Email {
  name: string;
  simple?: Partial<Simple>;
  more?: Partial<SendEmailCommandInput>;
}

const emails: Email[] = [
  { name: 'text and HTML' },
  { name: 'text only', simple: { Body: { Text: body.Text } } },
  { name: 'HTML only', simple: { Body: { Html: body.Html } } },
  { name: 'headers', simple: { Headers: unsubscribe } },
  { name: 'reply-to addresses', more: { ReplyToAddresses: ['help@lorewright.example', 'a@example.com'] } },
  { name: 'tags', more: { EmailTags: [{ Name: 'causedBy', Value: 'request-1' }] } },
  {
    name: 'several recipients',
    more: { Destination: { ToAddresses: [to, 'Grace <grace@example.com>'] } },
  },
  {
    name: 'an attachment',
    simple: {
      Attachments: [
        {
          FileName: 'license.txt',
          ContentType: 'text/plain',
          ContentDisposition: 'ATTACHMENT',
          ContentTransferEncoding: 'BASE64',
          RawContent: Buffer.from('A license'),
        },
      ],
    },
  },
  { name: 'no recipient', more: { Destination: { ToAddresses: [] } } },
  { name: 'a recipient that is no address', more: { Destination: { ToAddresses: ['nobody'] } } },
];

const entry = (email: string, data?: object) => ({
  Destination: { ToAddresses: [email] },
  ...(data && {
    ReplacementEmailContent: {
      ReplacementTemplate: { ReplacementTemplateData: JSON.stringify(data) },
    },
  }),
});
const template = {
  TemplateContent: { Subject: 'News for {{name}}', Text: 'Hi {{name}}: {{news}}', Html: '<p>{{news}}</p>' },
  TemplateData: JSON.stringify({ name: 'you', news: 'none' }),
};
const complete = { name: 'Ada', news: 'A & B' };

interface BulkCall {
  name: string;
  template?: object;
  entries?: SendBulkEmailCommandInput['BulkEmailEntries'];
}

const bulkCalls: BulkCall[] = [
  { name: 'data of entries', entries: [entry(to, complete), entry('grace@example.com', complete)] },
  { name: 'default data', entries: [entry(to)] },
  { name: 'default data for an entry with empty data', entries: [entry(to, {})] },
  { name: 'an entry with a part of the data', entries: [entry(to, { name: 'Ada' })] },
  { name: 'a missing variable', template: { TemplateData: '{}' }, entries: [entry(to, { name: 'Ada' })] },
  {
    name: 'headers of an entry',
    template: { Headers: [{ Name: 'List-Unsubscribe', Value: '<https://lorewright.example/u>' }] },
    entries: [{ ...entry(to, complete), ReplacementHeaders: unsubscribe }],
  },
  { name: 'no entries', entries: [] },
  { name: '51 entries', entries: Array.from({ length: 51 }, (_, i) => entry(`p${i}@example.com`, complete)) },
  { name: 'an entry without a recipient', entries: [{ Destination: {} }] },
  { name: 'default data that is no JSON', template: { TemplateData: 'no' } },
  { name: 'no template', template: { TemplateContent: undefined } },
];

const withMails = async (mail: ComparableMail, call: Promise<{ $metadata: object }>) => {
  const answer = await shapeOfAnswer(call);
  return { answer, mails: await mail.takeMails() };
};

/** The statuses of the entries; undefined if the whole call failed. */
const statusesOf = (call: Promise<SendBulkEmailCommandOutput>) =>
  call.then(
    ({ BulkEmailEntryResults: results = [] }) => results.map(({ Status }) => Status),
    () => undefined,
  );

const sendEmail = ({ ses }: ComparableMail, { simple, more }: Email) =>
  ses.send(
    new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8('Your license — welcome'), Body: body, ...simple } },
      ...more,
    }),
  );

export const simpleMailProbes: Probe<ComparableMail>[] = emails.map((email) => ({
  name: `SendEmail: ${email.name}`,
  run: (mail) => shapeOfAnswer(sendEmail(mail, email)),
}));

export const mailProbes: Probe<ComparableMail>[] = [
  ...emails.map(
    (email): Probe<ComparableMail> => ({
      name: `SendEmail: ${email.name}`,
      run: (mail) => withMails(mail, sendEmail(mail, email)),
    }),
  ),
  ...bulkCalls.map(
    ({ name, template: changes, entries = [entry(to, complete)] }): Probe<ComparableMail> => ({
      name: `SendBulkEmail: ${name}`,
      async run(mail) {
        const call = mail.ses.send(
          new SendBulkEmailCommand({
            FromEmailAddress: from,
            DefaultContent: { Template: { ...template, ...changes } },
            BulkEmailEntries: entries,
          }),
        );
        return { ...(await withMails(mail, call)), statuses: await statusesOf(call) };
      },
    }),
  ),
  { name: 'GetAccount', run: ({ ses }) => shapeOfAnswer(ses.send(new GetAccountCommand({}))) },
  {
    name: 'DeleteSuppressedDestination: address that is not on the list',
    run: ({ ses }) => shapeOfAnswer(ses.send(new DeleteSuppressedDestinationCommand({ EmailAddress: to }))),
  },
];
