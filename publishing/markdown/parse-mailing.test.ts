import { describe, expect, it } from 'vitest';
import { parseMailing } from './parse-mailing.ts';

const fields = 'group: newsletter\nsubject: News of spring\npreheader: What is new';
const ofVoters = `${fields.replace('newsletter', 'feedback')}\naudience: voters of marketplace`;
const file = (body: string, head = fields) => `---\n${head}\n---\n\n${body}\n`;
const parse = (text: string, name = 'content/mailings/2026-spring.md') => parseMailing(name, text);

describe('parseMailing', () => {
  it('reads the fields, the text and the slug from the name of the file', () => {
    expect(parse(file('Hello.\n\n## Maps\n\n- One'))).toEqual({
      slug: '2026-spring',
      group: 'newsletter',
      subject: 'News of spring',
      preheader: 'What is new',
      content: [
        { type: 'paragraph', content: 'Hello.' },
        { type: 'header', level: 2, content: 'Maps' },
        { type: 'list', content: [{ content: 'One' }] },
      ],
    });
  });

  it('reads the audience, which is missing if everyone in the group gets the mailing', () => {
    expect(parse(file('Hello.', `${fields}\naudience: unlicensed`)).audience).toBe('unlicensed');
    expect(parse(file('Hello.'))).not.toHaveProperty('audience');
  });

  it('accepts the voters of an item only under a name for their mailings', () => {
    for (const slug of ['roadmap-marketplace', 'roadmap-marketplace-2'])
      expect(parse(file('Hello.', ofVoters), `${slug}.md`)).toMatchObject({
        group: 'feedback',
        audience: 'voters of marketplace',
      });
  });

  it('reads a picture of the media bucket with its size', () => {
    const { content } = parse(file('![A map of delays](/media/letters/map.png "1200x800")'));
    expect(content).toEqual([
      {
        type: 'picture',
        url: '/media/letters/map.png',
        alternative: 'A map of delays',
        width: 1200,
        height: 800,
      },
    ]);
  });

  it.each([
    ['a missing field', file('Hello.', 'group: newsletter\nsubject: A'), 'has no preheader'],
    ['an unknown field', file('Hello.', `${fields}\nauthor: Ana`), ':5: has an unknown field author'],
    [
      'an unknown audience',
      file('Hello.', `${fields}\naudience: friends`),
      ':5: the audience must be unlicensed, “voters of” an item of the roadmap, or missing for everybody',
    ],
    [
      'the voters of an item that the roadmap never had',
      file('Hello.', `${ofVoters.replace('marketplace', 'atlantis')}`),
      ':5: the audience must be unlicensed',
    ],
    [
      'voters in a group that they did not agree to',
      file('Hello.', ofVoters.replace('feedback', 'newsletter')),
      ':2: the group of a mailing to voters must be feedback',
    ],
    [
      'a mailing to voters under the name of another one',
      file('Hello.', ofVoters),
      'the name of a mailing to these voters must be roadmap-marketplace, and end with -2 to -9',
    ],
    [
      'an unknown group',
      file('Hello.', fields.replace('newsletter', 'friends')),
      ':2: the group must be one of',
    ],
    ['a long subject', file('Hello.', fields.replace('spring', 'я'.repeat(100))), ':3: the subject has'],
    [
      'an empty field',
      file('Hello.', fields.replace('News of spring', '')),
      ':3: the field subject is empty',
    ],
    ['no text', file(''), 'has no text'],
    ['nothing after the fields', `---\n${fields}\n---`, 'has no text'],
    ['a link to a place in the text', file('See [below](#maps).'), ':7: links to a place in the text'],
    ['a link that is no URL', file('[x](https://example.com:port/)'), 'may not link to'],
    [
      'a picture without a size',
      file('![A map](/media/map.png)'),
      ':7: the picture /media/map.png is not like',
    ],
    [
      'a picture of another site',
      file('![A map](https://elsewhere.test/a.png "1x1")'),
      'is not like ![What it shows]',
    ],
    [
      'a picture that some email programs do not show',
      file('![A map](/media/map.webp "1x1")'),
      ':7: a picture must be a PNG',
    ],
    ['a picture among words', file('See ![a map](/media/map.png "1x1").'), 'a paragraph of its own'],
    ['a form that is not supported', file('> Quoted'), ':7: has a quotation, which is not supported'],
  ])('refuses %s', (_, text, problem) => {
    expect(() => parse(text)).toThrow(problem);
  });

  it('refuses a file whose name is not a slug', () => {
    expect(() => parse(file('Hello.'), 'News of Spring.md')).toThrow('the name of the file is not like');
  });
});
