import { type EventSettings, type MailBus, mailEvents } from './mail-events.ts';
import type { Mailbox, ReceivedMail } from './mailbox.ts';
import { type MailQuota, type MailUsage, openSendingQuota } from './sending-quota.ts';
import {
  normalizeAddress,
  openSuppressionList,
  type Suppressed,
  type SuppressionReason,
} from './suppression-list.ts';

/** The email settings of the stack. */
export interface MailSettings extends EventSettings {
  suppressedReasons: SuppressionReason[];
}

/** Failures of an email after SES accepted it. */
export const mailFailures = ['bounce', 'bounceForNow', 'complain'] as const;
export type MailFailure = (typeof mailFailures)[number];

/** SES with its suppression list, mailbox simulator and events. */
export interface MailService {
  /** Accepts an email, even if it does not deliver it. Returns its id. */
  send(mail: OutgoingMail): Promise<string>;
  /**
   * Accepts the emails of one call, as many as the quota allows, and returns a result for each.
   * @param configurationSet by default that of the stack
   */
  sendBulk(mails: BulkMail[], configurationSet?: string): Promise<BulkResult[]>;
  /** Plays a failure for a delivered email. @returns false when there is no such email */
  play(mailId: string, failure: MailFailure): Promise<boolean>;
  suppressed(): Promise<Suppressed>;
  /** Removes an address from the suppression list. @returns false when it is not on the list */
  allow(address: string): Promise<boolean>;
  usage(): MailUsage;
}

export type OutgoingMail = Omit<ReceivedMail, 'id' | 'at' | 'undelivered'>;

export interface BulkMail extends OutgoingMail {
  /** Why SES cannot render the template. Such an email is accepted, but not sent. */
  renderingError?: string;
}

interface BulkResult {
  status: 'SUCCESS' | 'ACCOUNT_DAILY_QUOTA_EXCEEDED' | 'ACCOUNT_THROTTLED' | 'CONFIGURATION_SET_NOT_FOUND';
  error?: string;
  messageId?: string;
}

interface MailServiceOptions {
  /** The folder of the suppression list. */
  dir: string;
  mailbox: Mailbox;
  bus: MailBus;
  settings: MailSettings;
  /** 50,000 emails per day and 200 per second if undefined. */
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
  const list = openSuppressionList(dir);

  async function suppress(address: string, reason: SuppressionReason): Promise<void> {
    if (!settings.suppressedReasons.includes(reason)) return;
    await list.add(address, reason);
  }

  /** Stores an undelivered mail, so that a developer can find it. */
  async function keepUndelivered(mail: OutgoingMail, undelivered: string): Promise<ReceivedMail> {
    onProblem(`An email to ${mail.to} was not delivered: ${undelivered}. See /__local/mail.`);
    return mailbox.receive({ ...mail, undelivered });
  }

  /** Counts and stores the email synchronously, so that emails of one call keep their order. */
  async function accept(mail: OutgoingMail, suppressed: Suppressed): Promise<string> {
    sendingQuota.count();
    const address = normalizeAddress(mail.to);
    const reason = suppressed[address];
    if (reason) {
      const kept = await keepUndelivered(mail, `the address is on the suppression list (${reason})`);
      if (reason === 'BOUNCE') await events.bounce(kept, 'Permanent', 'OnAccountSuppressionList');
      else await events.complaint(kept, 'OnAccountSuppressionList');
      return kept.id;
    }
    // The simulator does not change the suppression list.
    const [, play] = simulated.exec(address) ?? [];
    if (play === 'bounce' || play === 'suppressionlist') {
      const kept = await keepUndelivered(mail, 'the simulator has no such mailbox');
      await events.bounce(kept, 'Permanent', play === 'bounce' ? 'General' : 'OnAccountSuppressionList');
      return kept.id;
    }
    const received = await mailbox.receive(mail);
    await events.delivery(received);
    if (play === 'complaint') await events.complaint(received, null);
    return received.id;
  }

  /** SES does not send an email that it cannot render, but counts it. */
  async function acceptUnrendered(mail: OutgoingMail, error: string): Promise<string> {
    sendingQuota.count();
    const kept = await keepUndelivered(mail, `the template could not be rendered (${error})`);
    await events.renderingFailure(kept, error);
    return kept.id;
  }

  async function acceptOfBulk(
    { renderingError, ...mail }: BulkMail,
    suppressed: Suppressed,
  ): Promise<BulkResult> {
    const refusal = sendingQuota.findRefusal();
    if (refusal) return refusal;
    const messageId = renderingError
      ? await acceptUnrendered(mail, renderingError)
      : await accept(mail, suppressed);
    return { status: 'SUCCESS', messageId };
  }

  return {
    send: async (mail) => accept(mail, await list.read()),

    async sendBulk(mails, configurationSet = settings.configurationSet) {
      if (configurationSet !== settings.configurationSet) {
        const error = `Configuration set <${configurationSet}> does not exist.`;
        return mails.map(() => ({ status: 'CONFIGURATION_SET_NOT_FOUND', error }));
      }
      const suppressed = await list.read();
      // Concurrently, because each waits for the disk.
      return Promise.all(mails.map((mail) => acceptOfBulk(mail, suppressed)));
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

    suppressed: list.read,
    allow: list.remove,
    usage: sendingQuota.usage,
  };
}
