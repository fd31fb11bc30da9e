import { beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { deliverContact } from './deliver-contact.ts';

const sendOnce = vi.fn();
const handler = deliverContact({ ...compose(), send: sendOnce });

const message = {
  messageId: 'message-1',
  name: 'Ana',
  email: 'Ana@example.test',
  message: 'Hello!',
  submittedAt: '2025-09-01T10:00:00.000Z',
};
const sent = () => sendOnce.mock.calls.map(([sending]) => sending);

beforeEach(() => {
  sendOnce.mockReset();
});

test('sends the message to the team with the address of its writer, and an acknowledgment to the writer', async () => {
  await deliver(handler, message);
  expect(sent()).toEqual([
    {
      idempotencyKey: 'contact#message-1',
      to: 'team@site.test',
      replyTo: 'Ana@example.test',
      mail: expect.objectContaining({ subject: 'Message from Ana', text: expect.stringContaining('Hello!') }),
      logUnder: 'nobody',
    },
    {
      idempotencyKey: expect.stringMatching(/^contactAcknowledgment#\d+#ana@example\.test$/),
      to: 'Ana@example.test',
      mail: expect.objectContaining({ text: expect.not.stringContaining('Hello!') }),
      logUnder: 'address',
    },
  ]);
});

test('sends one acknowledgment per address and hour', async () => {
  await deliver(handler, message);
  await deliver(handler, { ...message, messageId: 'message-2', submittedAt: '2025-09-01T10:30:00.000Z' });
  const [, first, , second] = sent();
  expect(second.idempotencyKey).toBe(first.idempotencyKey);
});

test('retries a failed acknowledgment with the event and the same idempotency key', async () => {
  sendOnce.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('throttled'));
  await expect(deliver(handler, message)).rejects.toThrow('throttled');
  await deliver(handler, message);
  const [, first, , second] = sent();
  expect(second).toEqual(first);
});
