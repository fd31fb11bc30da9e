import { approveMailing } from './mailing/approve-mailing.ts';
import { discardDraft, pauseMailing, resumeMailing, sendTest } from './mailing/change-mailing.ts';
import { connectToMailings, type MailingSite } from './mailing/connect-to-mailings.ts';
import { listMailings } from './mailing/list-mailings.ts';
import { startMailPreview } from './mailing/preview-mailing.ts';
import { reportMailing } from './mailing/report-mailing.ts';
import { watchMailing } from './mailing/watch-mailing.ts';
import { askOnTerminal } from './terminal/ask-on-terminal.ts';
import { describeError } from './terminal/describe-error.ts';
import { parseArguments } from './terminal/parse-arguments.ts';

const usage = `Usage: npm run mailing -- <command> [--stage <name>]

  preview <file.md|slug>        shows the email in your browser and sends nothing
  test <file.md|slug> <email>   sends the email to one address
  send <file.md|slug>           sends it to everyone who is subscribed to its group; asks for the number of people first
  status [slug]                 lists all mailings, or shows the progress of one and the accounts that may not have received it
  pause <slug>                  pauses it after the current batch
  resume <slug>                 resumes a paused mailing
  discard <slug>                discards a draft

Without --stage, the command works on the local cloud. docs/mailings.md describes the file.`;

type Site = () => Promise<MailingSite>;

const commands: Record<
  string,
  { takes: [least: number, most: number]; run: (what: string[], site: Site) => Promise<void> }
> = {
  preview: {
    takes: [1, 1],
    async run([file = ''], site) {
      const { url } = await startMailPreview(file, site);
      console.log(
        `Preview of ${file}: ${url}\nReload the page after you save the file. Ctrl-C ends the preview.`,
      );
    },
  },
  test: {
    takes: [2, 2],
    async run([file = '', email = ''], site) {
      await sendTest(await site(), file, email);
      console.log(`Sent ${file} to ${email}. Its unsubscribe links do not work.`);
    },
  },
  send: {
    takes: [1, 1],
    async run([what = ''], site) {
      const to = await site();
      const slug = await approveMailing(to, what, { now: new Date(), ask: askOnTerminal });
      if (!slug) return console.log('Nothing was sent, because you typed something else.');
      console.log(`Started to send ${slug}. Ctrl-C ends this view; sending continues.`);
      await watchMailing(to, slug, (line) => console.log(line));
    },
  },
  status: {
    takes: [0, 1],
    async run([slug], site) {
      const from = await site();
      const lines = slug ? await reportMailing(from, slug) : await listMailings(from);
      console.log(lines.join('\n'));
    },
  },
  pause: {
    takes: [1, 1],
    async run([slug = ''], site) {
      await pauseMailing(await site(), slug);
      console.log(`Paused ${slug}.`);
    },
  },
  resume: {
    takes: [1, 1],
    async run([slug = ''], site) {
      await resumeMailing(await site(), slug);
      console.log(`Resumed ${slug}.`);
    },
  },
  discard: {
    takes: [1, 1],
    async run([slug = ''], site) {
      await discardDraft(await site(), slug);
      console.log(`Discarded ${slug}.`);
    },
  },
};

/** The team's command for mailings. */
async function run(): Promise<void> {
  const { positionals, values } = readArguments();
  const [name = '', ...what] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const [least = 0, most = 0] = command?.takes ?? [];
  if (!command || what.length < least || what.length > most) throw new Error(usage);
  await command.run(what, () => connectToMailings(values.stage));
}

function readArguments() {
  return parseArguments(usage, { allowPositionals: true, options: { stage: { type: 'string' } } });
}

run().catch((error: Error) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
