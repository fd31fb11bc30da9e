import { describe, expect, it } from 'vitest';
import { renderTemplate } from './read-bulk-email.ts';

describe('renderTemplate', () => {
  const renderText = (Text: string, data: object) => {
    const { text, missing } = renderTemplate({ Text }, { ...data });
    return { text, missing };
  };

  it('replaces every variable in the subject and both texts', () => {
    const content = { Subject: 'Hi {{name}}', Text: '{{name}}, {{ name }}', Html: '<p>{{name}}</p>' };
    expect(renderTemplate(content, { name: 'Ana' })).toEqual({
      subject: 'Hi Ana',
      text: 'Ana, Ana',
      html: '<p>Ana</p>',
      missing: [],
    });
  });

  it.each([
    ['HTML', '<b>A&B</b>'],
    ['another placeholder', '{{other}}'],
    ['an open placeholder', 'a {{ b'],
    ['a replacement pattern', '$& $1 $$'],
    ['nothing', ''],
  ])('inserts a value that contains %s as it is', (_, name) => {
    expect(renderText('[{{name}}]', { name, other: 'x' })).toEqual({ text: `[${name}]`, missing: [] });
  });

  it('inserts a number', () => {
    expect(renderText('{{count}}', { count: 0 }).text).toBe('0');
  });

  it.each(['name', 'constructor', '#if name'])('reports that %s has no value', (name) => {
    const text = `Hello {{${name}}}`;
    expect(renderText(text, { Name: 'Ana' })).toEqual({ text, missing: [name] });
  });

  it('reports a variable without a value once', () => {
    expect(renderText('{{a}} {{b}} {{a}}', { b: null }).missing).toEqual(['a', 'b']);
  });
});
