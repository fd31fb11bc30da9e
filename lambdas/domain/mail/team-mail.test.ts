import { describe, expect, test } from 'vitest';
import { contactAcknowledgment, contactForTeam, feedbackForTeam } from './team-mail.ts';

const hostile = `<img src=x onerror="alert(1)">`;

describe('a contact message', () => {
  const message = { name: 'Ana', email: 'ana@example.test', message: 'Hello,\nhow are you?' };

  test('reaches the team unchanged, with its sender', () => {
    const { subject, text, html } = contactForTeam(message);
    expect(subject).toBe('Message from Ana');
    expect(text).toContain('> Hello,\n> how are you?');
    expect(text).toContain('Address: ana@example.test');
    expect(html).toContain('Hello,<br>how are you?');
  });

  test('cannot add markup or headers', () => {
    const { subject, html } = contactForTeam({
      name: `Ana\r\nBcc: all@example.test ${hostile}`,
      email: hostile,
      message: hostile,
    });
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain('<img');
    expect(html.match(/&lt;img src=x onerror=&quot;/g)?.length).toBeGreaterThanOrEqual(3);
  });
});

test('does not quote the message in the confirmation, because anybody can enter the address of another person', () => {
  const { text, html, headers } = contactAcknowledgment('https://site.test');
  expect(text).toContain('We have received your message');
  expect(html).toContain('https://site.test/contact');
  expect(headers).toBeUndefined();
  expect(contactAcknowledgment).toHaveLength(1);
});

test('sends feedback to the team with its kind, text and id', () => {
  const { subject, text, html } = feedbackForTeam({
    feedbackId: 'feedback-1',
    userId: 'user-1',
    type: 'An idea',
    content: hostile,
    timestamp: '2025-09-01T10:00:00.000Z',
    comments: [],
    state: 'open',
  });
  expect(subject).toBe('Feedback: An idea');
  expect(text).toContain(`> ${hostile}`);
  expect(text).toContain('Feedback id: feedback-1');
  expect(html).not.toContain('<img');
});
