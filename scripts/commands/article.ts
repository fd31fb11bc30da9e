import { awaitPublication } from './article/await-publication.ts';
import { type Change, prepareArticle, publishArticle } from './article/change-article.ts';
import { startPreview } from './article/preview.ts';
import { type Connection, connect } from './stage/connect.ts';
import { describeError } from './terminal/describe-error.ts';
import { parseArguments } from './terminal/parse-arguments.ts';

const usage = `Usage: npm run article -- <command> [--stage <name>]

  publish <file.md>    publishes an article or updates it, and waits until visitors see it
  draft <file.md>      stores an article without showing it; a published article is taken offline
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
  publish: { takesOne: true, run: (file: string, site: Connect) => put(file, 'published', site) },
  draft: { takesOne: true, run: (file: string, site: Connect) => put(file, 'draft', site) },
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

async function put(file: string, status: 'draft' | 'published', site: Connect): Promise<void> {
  const prepared = await prepareArticle(file);
  const to = await site();
  const change = await publishArticle({
    to,
    prepared,
    status,
    now: () => new Date(),
    onUploaded: (key) => console.log(`Uploaded ${key}`),
  });
  const isOnline = status === 'published' || change.before?.status === 'published';
  if (isOnline) {
    console.log('Waiting until the site shows the change ...');
    await awaitPublication({ from: to, article: change.after });
  }
  console.log(describeChange(change, to.siteUrl));
}

function describeChange({ before, after }: Change, siteUrl: string): string {
  const { slug, status } = after;
  const url = `${siteUrl}/blog/${slug}`;
  const isNew = after !== before;
  if (status === 'draft') {
    if (before?.status === 'published') return `${slug} is offline. It is now a draft.`;
    return isNew ? `${slug} is stored as a draft.` : `${slug} is unchanged.`;
  }
  return isNew ? `${slug} is online: ${url}` : `${slug} is unchanged and online: ${url}`;
}

run().catch((error: Error) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
