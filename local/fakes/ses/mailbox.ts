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
  /** Why the email was not delivered. */
  undelivered?: string;
}

export interface Mailbox {
  receive(mail: Omit<ReceivedMail, 'id' | 'at'>): Promise<ReceivedMail>;
  /** Delivered mails, newest first. */
  list(): ReceivedMail[];
  /** Emails that were not delivered, newest first. */
  listUndelivered(): ReceivedMail[];
}

/** Stores every email that the site sends, in a file and in memory, so that listing emails reads no file. */
export async function openMailbox(dir: string): Promise<Mailbox> {
  await mkdir(dir, { recursive: true });
  const mails = await readMails(dir);
  let counter = 0;
  return {
    async receive(mail) {
      const at = new Date().toISOString();
      const received: ReceivedMail = { id: randomUUID(), at, ...mail };
      // The counter keeps the order within one millisecond.
      counter += 1;
      const name = `${at.replaceAll(':', '-')}-${String(counter).padStart(6, '0')}.json`;
      await writeDurably(join(dir, name), JSON.stringify(received, null, 2));
      mails.set(name, received);
      return received;
    },
    list: () => newestFirst(mails).filter(({ undelivered }) => !undelivered),
    listUndelivered: () => newestFirst(mails).filter(({ undelivered }) => undelivered),
  };
}

/** The mails in a folder, by the names of their files. */
async function readMails(dir: string): Promise<Map<string, ReceivedMail>> {
  const names = (await readdir(dir)).filter((file) => file.endsWith('.json'));
  const entries = names.map(
    async (name) => [name, JSON.parse(await readFile(join(dir, name), 'utf8')) as ReceivedMail] as const,
  );
  return new Map(await Promise.all(entries));
}

/** Emails may be stored in another order than they were received, so the list is sorted by name. */
const newestFirst = (mails: Map<string, ReceivedMail>): ReceivedMail[] =>
  [...mails].sort(([one], [other]) => (one < other ? 1 : -1)).map(([, mail]) => mail);
