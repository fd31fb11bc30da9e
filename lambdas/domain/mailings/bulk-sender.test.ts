import {
  AccountSuspendedException,
  BadRequestException,
  SESv2Client,
  SESv2ServiceException,
  SendBulkEmailCommand,
  TooManyRequestsException,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { bulkSender } from './bulk-sender.ts';

const client = new SESv2Client({});
const ses = mockClient(client);
const send = bulkSender(client, { from: 'Site <hello@site.test>', siteUrl: 'https://site.test' });
const template = { subject: 'News', text: '{{group}}', html: '{{all}}', values: { brace: '{' } };
const recipients = ['ana', 'bea'].map((name) => ({
  email: `${name}@example.test`,
  tokens: { group: `${name}-group`, all: `${name}-all` },
  key: { personKey: name, mailId: 'mailing-spring' },
}));

beforeEach(() => void ses.reset());

describe('bulkSender', () => {
  it('sends the template, with the variables, unsubscribe headers and tags of each person', async () => {
    ses
      .on(SendBulkEmailCommand)
      .resolves({ BulkEmailEntryResults: [{ Status: 'SUCCESS' }, { Status: 'SUCCESS' }] });
    expect(await send(template, recipients)).toEqual(['sent', 'sent']);
    const [call] = ses.commandCalls(SendBulkEmailCommand);
    const { DefaultContent: content, BulkEmailEntries: entries } = call?.args[0].input ?? {};
    expect(content?.Template?.TemplateContent).toEqual({
      Subject: 'News',
      Text: '{{group}}',
      Html: '{{all}}',
    });
    expect(JSON.parse(content?.Template?.TemplateData ?? '')).toEqual({ brace: '{', group: '', all: '' });
    expect(entries?.map(({ ReplacementTags: tags }) => tags?.[0]?.Value)).toEqual(['ana', 'bea']);
    const [entry] = entries ?? [];
    expect(entry).toMatchObject({
      Destination: { ToAddresses: ['ana@example.test'] },
      ReplacementHeaders: [
        {
          Name: 'List-Unsubscribe',
          Value: '<https://site.test/api/oneClickUnsubscribe?token=ana-group>',
        },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
      ],
      ReplacementTags: [
        { Name: 'personKey', Value: 'ana' },
        { Name: 'mailId', Value: 'mailing-spring' },
      ],
    });
    const { ReplacementTemplateData: data } = entry?.ReplacementEmailContent?.ReplacementTemplate ?? {};
    expect(JSON.parse(data ?? '')).toEqual({ brace: '{', group: 'ana-group', all: 'ana-all' });
  });

  it.each([
    ['MESSAGE_REJECTED', 'refused'],
    ['ACCOUNT_THROTTLED', 'delayed'],
    ['TRANSIENT_FAILURE', 'unsent'],
    ['ACCOUNT_SENDING_PAUSED', 'stopped'],
  ] as const)('reads the status %s of one person as %s', async (status, outcome) => {
    ses
      .on(SendBulkEmailCommand)
      .resolves({ BulkEmailEntryResults: [{ Status: status }, { Status: 'SUCCESS' }] });
    expect(await send(template, recipients)).toEqual([outcome, 'sent']);
  });

  it('reports people without a status as uncertain', async () => {
    ses.on(SendBulkEmailCommand).resolves({ BulkEmailEntryResults: [{ Status: 'SUCCESS' }] });
    expect(await send(template, recipients)).toEqual(['sent', 'uncertain']);
  });

  const answer = { $metadata: {}, message: 'No.' };

  it('sends one by one when SES refuses a call because of one address', async () => {
    ses
      .on(SendBulkEmailCommand)
      .rejectsOnce(new BadRequestException(answer))
      .rejectsOnce(new BadRequestException(answer))
      .resolves({ BulkEmailEntryResults: [{ Status: 'SUCCESS' }] });
    expect(await send(template, recipients)).toEqual(['refused', 'sent']);
  });

  it.each([
    ['a refused call', new AccountSuspendedException(answer), 'stopped'],
    ['too many calls', new TooManyRequestsException(answer), 'delayed'],
    [
      'a failure of SES',
      new SESv2ServiceException({ ...answer, name: 'InternalServiceErrorException', $fault: 'server' }),
      'uncertain',
    ],
    ['a lost answer', new Error('socket hang up'), 'uncertain'],
  ])('reads %s as the outcome of everyone', async (_, error, outcome) => {
    ses.on(SendBulkEmailCommand).rejects(error);
    expect(await send(template, recipients)).toEqual([outcome, outcome]);
  });
});
