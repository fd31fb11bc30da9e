import { expect, it } from 'vitest';
import { textDocument } from './text-document.ts';

it('writes headings, paragraphs, lists and the addresses of links as plain text', () => {
  const text = textDocument(
    {
      title: 'Terms',
      note: 'The terms of 2026-11-25.',
      sections: [
        { type: 'header', id: 'a', level: 2, content: ['Your account'] },
        {
          type: 'paragraph',
          content: [
            'See the ',
            { mark: 'link', href: '/privacy', content: ['privacy policy'] },
            ', or write to ',
            { mark: 'link', href: 'mailto:hello@site.test', content: ['hello@site.test'] },
            '.',
          ],
        },
        {
          type: 'list',
          content: [{ content: ['one'] }, { content: [{ mark: 'strong', content: ['two'] }] }],
        },
      ],
    },
    'https://site.test',
  );
  expect(text).toBe(
    `Terms
=====

The terms of 2026-11-25.

Your account
------------

See the privacy policy (https://site.test/privacy), or write to hello@site.test.

- one
- two
`,
  );
});
