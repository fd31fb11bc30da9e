import { describe, expect, it } from 'vitest';
import { unsubscribeToken } from '../mail/link-token.ts';
import { previewOfMailing } from './read-pasted-mailing.ts';

const text = (body: string) => `---
group: resources
subject: New {{maps}}
preheader: For your world.
---
${body}
`;

describe('previewOfMailing', () => {
  it('renders the email with links to unsubscribe that do not work', () => {
    const email = previewOfMailing('maps', text('A *new* map.'), 'https://site.test');
    expect(email).toMatchObject({ subject: 'New {{maps}}', preheader: 'For your world.' });
    expect(email.text).toContain('A new map.');
    const [, token = ''] = /https:\/\/site\.test\/unsubscribe#token=([\w.-]+)/.exec(email.text) ?? [];
    expect(() => unsubscribeToken.read('k'.repeat(64), token)).toThrow('This link is damaged.');
    expect(email.html).toContain('<em>new</em>');
    expect(email.pictures).toEqual([]);
  });

  it('lists each picture once, by the file that the email loads', () => {
    const hash = '0123456789abcdef';
    const [one, other] = [
      '![A map](/media/a.png "2x1")',
      `![A chart](/media/pictures/${hash}-1600x800.png "1600x800")`,
    ];
    const email = previewOfMailing('maps', text(`${one}\n\n${other}\n\n${one}`), 'https://site.test');
    expect(email.pictures).toEqual(['/media/a.png', `/media/pictures/${hash}-1200x600.png`]);
    for (const url of email.pictures) expect(email.html).toContain(`src="https://site.test${url}"`);
  });

  it('names the line of a mistake', () => {
    expect(() => previewOfMailing('maps', text('| A table |'), 'https://site.test')).toThrow(
      expect.objectContaining({ code: 'invalid-argument', message: expect.stringMatching(/^maps\.md:6: /) }),
    );
  });
});
