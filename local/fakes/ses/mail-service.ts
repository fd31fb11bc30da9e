import { join } from 'node:path';
import { readIfThere } from '../../files/read-if-there.ts';
import { writeDurably } from '../../files/write-durably.ts';
import { type EventSettings, type MailBus, mailEvents } from './mail-events.ts';
import type { Mailbox, ReceivedMail } from './mailbox.ts';
import { type MailQuota, openSendingQuota } from './sending-quota.ts';

/** Why SES suppresses an address. */
type SuppressionReason = 'BOUNCE' | 'COMPLAINT';

/** The email settings of the stack. */
export interface MailSettings extends EventSettings {
  suppressedReasons: SuppressionReason[];
}

/** What can happen to a mail after SES accepted it. */
export const mailFailures = ['bounce', 'bounceForNow', 'complain'] as const;
export type MailFailure = (typeof mailFailures)[number];

/** SES with its suppression list, mailbox simulator and events. */
export interface MailService {
  /** Accepts a mail, also one that it does not deliver. Returns its id. */
  send(mail: OutgoingMail): Promise<string>;
  /** Plays a failure for a delivered mail. @returns false when there is no such mail */
  play(mailId: string, failure: MailFailure): Promise<boolean>;
  suppressed(): Promise<Record<string, SuppressionReason>>;
  /** Removes an address from the suppression list. @returns false when it is not on the list */
  allow(address: string): Promise<boolean>;
  quota(): { Max24HourSend: number; MaxSendRate: number; SentLast24Hours: number };
}

export type OutgoingMail = Omit<ReceivedMail, 'id' | 'at' | 'undelivered'>;

interface MailServiceOptions {
  /** Where the suppression list is kept. */
  dir: string;
  mailbox: Mailbox;
  bus: MailBus;
  settings: MailSettings;
  /** 50,000 mails per day and 200 per second if undefined. */
  quota?: Partial<MailQuota>;
  onProblem: (message: string) => void;
}

/** https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html#send-email-simulator */
const simulated = /^(bounce|complaint|suppressionlist)(\+[^@]*)?@simulator\.amazonses\.com$/;

export function openMailService({
  dir,
  mailbox,
  bus,
  settings,
  quota = {},
  onProblem,
}: MailServiceOptions): MailService {
  const earlierMails = [...mailbox.list(), ...mailbox.listUndelivered()];
  const sendingQuota = openSendingQuota(
    quota,
    earlierMails.map(({ at }) => Date.parse(at)),
  );
  const events = mailEvents(bus, settings);
  const listFile = join(dir, 'suppression-list');
  const readList = async (): Promise<Record<string, SuppressionReason>> =>
    JSON.parse((await readIfThere(listFile)) ?? '{}');
  /** Runs one change after another, because each reads the result of the previous one. */
  let lastChange: Promise<unknown> = Promise.resolve();
  function changeList(change: (list: Record<string, SuppressionReason>) => void): Promise<void> {
    const done = lastChange.then(async () => {
      const list = await readList();
      change(list);
      await writeDurably(listFile, JSON.stringify(list, null, 2));
    });
    lastChange = done.catch(() => {});
    return done;
  }

  async function suppress(address: string, reason: SuppressionReason): Promise<void> {
    if (!settings.suppressedReasons.includes(reason)) return;
    await changeList((list) => {
      list[normalize(address)] = reason;
    });
  }

  /** Stores an undelivered mail, so that a developer can find it. */
  async function keepUndelivered(mail: OutgoingMail, undelivered: string): Promise<ReceivedMail> {
    onProblem(`A mail to ${mail.to} was not delivered: ${undelivered}. See /__local/mail.`);
    return mailbox.receive({ ...mail, undelivered });
  }

  return {
    async send(mail) {
      sendingQuota.count();
      const reason = (await readList())[normalize(mail.to)];
      if (reason) {
        const kept = await keepUndelivered(mail, `the address is on the suppression list (${reason})`);
        if (reason === 'BOUNCE') await events.bounce(kept, 'Permanent', 'OnAccountSuppressionList');
        else await events.complaint(kept, 'OnAccountSuppressionList');
        return kept.id;
      }
      // The simulator does not change the suppression list.
      const [, play] = simulated.exec(normalize(mail.to)) ?? [];
      if (play === 'bounce' || play === 'suppressionlist') {
        const kept = await keepUndelivered(mail, 'the simulator has no such mailbox');
        await events.bounce(kept, 'Permanent', play === 'bounce' ? 'General' : 'OnAccountSuppressionList');
        return kept.id;
      }
      const received = await mailbox.receive(mail);
      await events.delivery(received);
      if (play === 'complaint') await events.complaint(received, null);
      return received.id;
    },

    async play(mailId, failure) {
      const mail = mailbox.list().find(({ id }) => id === mailId);
      if (!mail) return false;
      if (failure === 'bounceForNow') await events.bounce(mail, 'Transient', 'MailboxFull');
      if (failure === 'bounce') {
        await suppress(mail.to, 'BOUNCE');
        await events.bounce(mail, 'Permanent', 'General');
      }
      if (failure === 'complain') {
        await suppress(mail.to, 'COMPLAINT');
        await events.complaint(mail, null);
      }
      return true;
    },

    suppressed: readList,

    async allow(address) {
      const isListed = normalize(address) in (await readList());
      if (isListed) {
        await changeList((list) => {
          delete list[normalize(address)];
        });
      }
      return isListed;
    },

    quota: sendingQuota.describe,
  };
}

/** SES ignores the case of addresses. */
const normalize = (address: string) => address.trim().toLowerCase();
