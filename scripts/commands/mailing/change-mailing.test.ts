import type { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { describe, expect, it, vi } from 'vitest';
import { sendTest } from './change-mailing.ts';
import type { MailingSite } from './connect-to-mailings.ts';

const text = '---\ngroup: updates\nsubject: News\npreheader: New\n---\n\nHello.\n';
const send = vi.fn(async (_: SendEmailCommand) => ({ MessageId: '1' }));
const site = {
  mailings: { find: async () => ({ text }) },
  ses: { send },
  senderAddress: 'hello@site.test',
  siteUrl: 'https://site.test',
} as unknown as MailingSite;

describe('sendTest', () => {
  it('sends a stored mailing to one address, marked as a test', async () => {
    await sendTest(site, 'news', 'ana@example.test');
    expect(send.mock.lastCall?.[0].input).toMatchObject({
      Destination: { ToAddresses: ['ana@example.test'] },
      Content: { Simple: { Subject: { Data: 'Test: News' } } },
    });
  });

  it('refuses what is not an address', async () => {
    send.mockClear();
    await expect(sendTest(site, 'news', 'ana')).rejects.toThrow('"ana" is not an email address.');
    expect(send).not.toHaveBeenCalled();
  });
});
