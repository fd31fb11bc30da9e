import { parseArgs } from 'node:util';
import { type Change, prepareArticle, publishArticle, unpublishArticle } from './article/change-article.ts';
import { startPreview } from './article/preview.ts';
import { listArticles } from './article/stored-articles.ts';
import { type Connection, connect } from './stage/connect.ts';
import { describeError } from './terminal/describe-error.ts';

const usage = `Usage: npm run article -- <command> [--stage <name>]

  publish <file.md>    puts an article into the blog, or what is new in it
  draft <file.md>      keeps an article without showing it; one that was shown is taken back
  unpublish <slug>     takes an article back; it stays as a draft
  list                 all articles, newest first
  preview <file.md>    shows an article in your browser and writes nothing

Without --stage it works on the local cloud. Pictures lie beside the file; docs/articles.md describes the lines at its top.`;

/** The team's command for articles. */
async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
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
  unpublish: {
    takesOne: true,
    async run(slug: string, site: Connect) {
      const { before } = await unpublishArticle(await site(), slug, new Date());
      console.log(
        before?.status === 'draft'
          ? `${slug} is a draft already.`
          : `${slug} is taken back. It is a draft now.`,
      );
    },
  },
  list: {
    takesOne: false,
    async run(_: string, site: Connect) {
      const articles = await listArticles(await site());
      if (articles.length === 0) console.log('There is no article yet.');
      const slugWidth = Math.max(...articles.map(({ slug }) => slug.length));
      for (const { slug, headline, status, createdAt, updatedAt } of articles) {
        const changed =
          typeof updatedAt === 'string'
            ? `changed ${updatedAt.slice(0, 16).replace('T', ' ')} UTC`
            : 'changed nobody knows when';
        console.log([createdAt, status.padEnd(9), changed, slug.padEnd(slugWidth), headline].join('  '));
      }
    },
  },
  preview: {
    takesOne: true,
    async run(file: string) {
      const { url } = await startPreview(file);
      console.log(`${file} shows at ${url}\nSave the file and load the page again. Ctrl-C ends this.`);
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
  console.log(describeChange(change, to.siteUrl));
}

function describeChange({ before, after }: Change, siteUrl: string): string {
  const { slug, status } = after;
  const url = `${siteUrl}/blog/${slug}`;
  const isNew = after !== before;
  if (status === 'draft') {
    if (before?.status === 'published') return `${slug} is a draft now; it is taken back from the blog.`;
    return isNew ? `${slug} is kept as a draft.` : `${slug} is the same draft as before.`;
  }
  return isNew
    ? `In a moment it shows at ${url}`
    : `Nothing is new in ${slug}. The site looks at it again: ${url}`;
}

run().catch((error: Error) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
