import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { openMailService } from '../../../local/fakes/ses/mail-service.ts';
import { openMailbox, type ReceivedMail } from '../../../local/fakes/ses/mailbox.ts';
import type { Started } from '../comparison.ts';
import { installNpm } from '../install.ts';
import { startMoto, testClientConfig } from '../install-moto.ts';
import { startOurServices } from '../our-services.ts';
import { startProgram } from '../start-program.ts';

interface SentMail {
  from: string;
  replyTo: string[];
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { name?: string | undefined; type: string; content: string }[];
}

export interface ComparableMail {
  ses: SESv2Client;
  /** The sent emails since the previous call, oldest first; undefined if the service does not show them. */
  takeMails(): Promise<SentMail[] | undefined>;
}

export async function startOurMail(): Promise<Started<ComparableMail>> {
  const dir = await mkdtemp(join(tmpdir(), 'conformance-mail-'));
  const mailbox = await openMailbox(dir);
  const mailer = openMailService({
    dir,
    mailbox,
    bus: { put: async () => '' },
    settings: { configurationSet: 'OurSet', suppressedReasons: ['BOUNCE'], publishedEvents: [] },
    onProblem: () => {},
  });
  const services = await startOurServices({ mailer });
  let taken = 0;
  return {
    service: {
      ses: new SESv2Client(testClientConfig(services.endpoint)),
      async takeMails() {
        const mails = mailbox.list().toReversed();
        const fresh = mails.slice(taken);
        taken = mails.length;
        return fresh.map(describeOurs);
      },
    },
    async stop() {
      await services.close();
      await rm(dir, { recursive: true });
    },
  };
}

function describeOurs({ to, subject, text, html, headers, attachments = [] }: ReceivedMail): SentMail {
  const { From: from = '', 'Reply-To': replyTo, ...others } = headers;
  return {
    from,
    replyTo: replyTo?.split(', ') ?? [],
    to: to.split(', '),
    subject,
    text,
    html,
    headers: others,
    attachments: attachments.map(({ fileName, type, content }) => ({ name: fileName, type, content })),
  };
}

const sesLocal = { name: 'aws-ses-v2-local', version: '2.10.2' };
const requirement = `${sesLocal.name}@${sesLocal.version}`;
export const sesLocalName = `${sesLocal.name} ${sesLocal.version}`;
export const installSesLocal = async () => void installNpm(requirement);

interface StoredMail {
  from: string;
  replyTo: string[];
  destination: { to: string[] };
  subject: string;
  body: { html?: string; text?: string };
  attachments: { filename?: string; contentType: string; content: string }[];
  headers?: { name: string; value: string }[];
}

export async function startSesLocal(): Promise<Started<ComparableMail>> {
  const { url, stop } = await startProgram(join(installNpm(requirement), sesLocal.name), (port) => [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
  ]);
  let taken = 0;
  const service = {
    ses: new SESv2Client(testClientConfig(url)),
    async takeMails() {
      const { emails } = (await (await fetch(`${url}/store`)).json()) as { emails: StoredMail[] };
      const fresh = emails.slice(taken);
      taken = emails.length;
      return fresh.map(describeTheirs);
    },
  };
  return { service, stop };
}

function describeTheirs({ destination, body, headers = [], ...mail }: StoredMail): SentMail {
  return {
    from: mail.from,
    replyTo: mail.replyTo,
    to: destination.to,
    subject: mail.subject,
    text: body.text ?? '',
    html: body.html ?? '',
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    attachments: mail.attachments.map(({ filename, contentType, content }) => ({
      name: filename,
      type: contentType,
      content,
    })),
  };
}

export async function startMotoMail(): Promise<Started<ComparableMail>> {
  const { url, stop } = await startMoto();
  const ses = new SESv2Client(testClientConfig(url));
  await ses.send(new CreateEmailIdentityCommand({ EmailIdentity: 'hello@lorewright.example' }));
  return { service: { ses, takeMails: async () => undefined }, stop };
}
