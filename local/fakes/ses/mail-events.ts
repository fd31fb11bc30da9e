import { randomUUID } from 'node:crypto';
import type { ReceivedMail } from './mailbox.ts';

export interface MailBus {
  put(busName: string, source: string, detailType: string, detail: unknown): Promise<unknown>;
}

/** The stack's settings of events. */
export interface EventSettings {
  configurationSet: string;
  publishedEvents: string[];
}

/** https://docs.aws.amazon.com/eventbridge/latest/ref/events-ref-ses.html */
const kinds = {
  BOUNCE: { detailType: 'Email Bounced', eventType: 'Bounce' },
  COMPLAINT: { detailType: 'Email Complaint Received', eventType: 'Complaint' },
  DELIVERY: { detailType: 'Email Delivered', eventType: 'Delivery' },
  RENDERING_FAILURE: { detailType: 'Email Rendering Failed', eventType: 'Rendering Failure' },
};

/** Publishes the events of emails on the default bus, if the stack enables them. */
export function mailEvents(bus: MailBus, { configurationSet, publishedEvents }: EventSettings) {
  async function publish(kind: keyof typeof kinds, mail: ReceivedMail, detail: object): Promise<void> {
    if (!publishedEvents.includes(kind)) return;
    const { detailType, eventType } = kinds[kind];
    await bus.put('default', 'aws.ses', detailType, {
      eventType,
      mail: {
        messageId: mail.id,
        timestamp: mail.at,
        destination: [mail.to],
        tags: { 'ses:configuration-set': [configurationSet], ...mail.tags },
      },
      ...detail,
    });
  }

  return {
    bounce: (mail: ReceivedMail, bounceType: 'Permanent' | 'Transient', bounceSubType: string) =>
      publish('BOUNCE', mail, {
        bounce: {
          feedbackId: randomUUID(),
          bounceType,
          bounceSubType,
          bouncedRecipients: [{ emailAddress: mail.to }],
          timestamp: new Date().toISOString(),
        },
      }),
    complaint: (mail: ReceivedMail, complaintSubType: string | null) =>
      publish('COMPLAINT', mail, {
        complaint: {
          feedbackId: randomUUID(),
          complaintSubType,
          complainedRecipients: [{ emailAddress: mail.to }],
          timestamp: new Date().toISOString(),
        },
      }),
    delivery: (mail: ReceivedMail) =>
      publish('DELIVERY', mail, {
        delivery: { timestamp: mail.at, recipients: [mail.to], processingTimeMillis: 0 },
      }),
    renderingFailure: (mail: ReceivedMail, errorMessage: string) =>
      publish('RENDERING_FAILURE', mail, { failure: { errorMessage } }),
  };
}
