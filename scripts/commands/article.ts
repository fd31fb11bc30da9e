import { describeTime } from '../../contract/rules/zoned-time.ts';
import { requirePages } from '../../lambdas/domain/articles/find-missing-pages.ts';
import { siteReader } from '../../lambdas/platform/site-reader.ts';
import { awaitPublication } from './article/await-publication.ts';
import { prepareArticle, publishArticle, storeDraft, unpublishArticle } from './article/change-article.ts';
import { startPreview } from './article/preview.ts';
import { type Connection, connect } from './stage/connect.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run article -- <command> [--stage <name>]

  publish <file.md>    publishes an article or updates it, and waits until visitors see it
  draft <file.md>      stores an article without showing it; a published version stays online
  unpublish <slug>     takes an article offline; its text stays as a draft, unless it has a draft
  preview <file.md>    shows an article in your browser and writes nothing

Without --stage, the command works on the local cloud. Pictures are next to the file; docs/articles.md describes the lines at its top.`;

/** The team's command for articles. */
async function run(): Promise<void> {
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: { stage: { type: 'string' } },
  });
  const [command = '', what = '', ...more] = positionals;
  const known = Object.hasOwn(commands, command) ? commands[command as keyof typeof commands] : undefined;
  if (!known || Boolean(what) !== known.takesOne || more.length > 0) throw new Error(usage);
  await known.run(what, () => connect(values.stage));
}

type Connect = () => Promise<Connection>;

const commands = {
  publish: { takesOne: true, run: publish },
  draft: { takesOne: true, run: draft },
  unpublish: { takesOne: true, run: unpublish },
  preview: {
    takesOne: true,
    async run(file: string) {
      const { url } = await startPreview(file);
      console.log(
        `Preview of ${file}: ${url}\nReload the page after you save the file. Ctrl-C ends the preview.`,
      );
    },
  },
};

const now = () => new Date();
const onUploaded = (key: string) => console.log(`Uploaded ${key}`);

async function publish(file: string, site: Connect): Promise<void> {
  const prepared = await prepareArticle(file);
  const to = await site();
  await requirePages({ readSite: siteReader(to.siteUrl), siteUrl: to.siteUrl }, prepared.article);
  const { before, after } = await publishArticle({ to, prepared, now, onUploaded });
  if (before.live && before.draft) console.log(`It replaces the draft of ${after.slug}.`);
  await waitFor(to, after);
  const url = `${to.siteUrl}/blog/${after.slug}`;
  console.log(
    after === before.live
      ? `${after.slug} is unchanged and online: ${url}`
      : `${after.slug} is online: ${url}`,
  );
}

async function draft(file: string, site: Connect): Promise<void> {
  const prepared = await prepareArticle(file);
  const { before, after } = await storeDraft({ to: await site(), prepared, now, onUploaded });
  const { slug, schedule } = after;
  const stored =
    after === before.draft ? `The draft of ${slug} is unchanged.` : `${slug} is stored as a draft.`;
  const sentences = [
    stored,
    ...(before.live ? ['Visitors still see the published version.'] : []),
    ...(schedule ? [`The site publishes it on ${describeTime(schedule)}.`] : []),
  ];
  console.log(sentences.join(' '));
}

async function unpublish(slug: string, site: Connect): Promise<void> {
  const to = await site();
  const { draft } = await unpublishArticle(to, slug, now());
  await waitFor(to, { slug, status: 'draft', updatedAt: '' });
  console.log(`${slug} is offline. ${draft ? 'Its draft stays.' : 'It is a draft now.'}`);
}

async function waitFor(
  from: Connection,
  article: Parameters<typeof awaitPublication>[0]['article'],
): Promise<void> {
  console.log('Waiting until the site shows the change ...');
  await awaitPublication({ from, article });
}

startCommand(run);
