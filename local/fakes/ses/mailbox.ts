import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../files/write-durably.ts';

interface ReceivedAttachment {
  fileName: string;
  type: string;
  /** Base64. */
  content: string;
}

export interface ReceivedMail {
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments?: ReceivedAttachment[];
  /** The tags of the sender. */
  tags: Record<string, string[]>;
  /** Why the mail was not delivered. */
  undelivered?: string;
}

export interface Mailbox {
  receive(mail: Omit<ReceivedMail, 'id' | 'at'>): Promise<ReceivedMail>;
  /** Delivered mails, newest first. */
  list(): Promise<ReceivedMail[]>;
  /** Mails that were not delivered, newest first. */
  listUndelivered(): Promise<ReceivedMail[]>;
}

/** Stores every mail that the site sends. */
export async function openMailbox(dir: string): Promise<Mailbox> {
  await mkdir(dir, { recursive: true });
  let counter = 0;
  async function readAll(): Promise<ReceivedMail[]> {
    const files = (await readdir(dir))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .reverse();
    return Promise.all(
      files.map(async (file) => JSON.parse(await readFile(join(dir, file), 'utf8')) as ReceivedMail),
    );
  }
  return {
    async receive(mail) {
      const at = new Date().toISOString();
      const received: ReceivedMail = { id: randomUUID(), at, ...mail };
      // The counter keeps the order within one millisecond.
      counter += 1;
      const name = `${at.replaceAll(':', '-')}-${String(counter).padStart(6, '0')}.json`;
      await writeDurably(join(dir, name), JSON.stringify(received, null, 2));
      return received;
    },
    list: async () => (await readAll()).filter(({ undelivered }) => !undelivered),
    listUndelivered: async () => (await readAll()).filter(({ undelivered }) => undelivered),
  };
}
