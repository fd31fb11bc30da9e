import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { routes } from '../contract/operations/routes.ts';

interface SourceFile {
  path: string;
  text: string;
  /** Packages by name, our own files by their path from the top. */
  imports: string[];
}

const folders = ['bin', 'content', 'contract', 'lambdas', 'lib', 'local', 'publishing', 'scripts', 'web'];
const isTest = (path: string) => /\.test\.tsx?$|\/test-[^/]+$/.test(path);

function readSources(): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readSource(join(folder, file))),
  );
}

function readSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import\(|import)\s*'([^']+)'/g)].map(
    ([, specifier]) => specifier ?? '',
  );
  const imports = specifiers.map((specifier) =>
    specifier.startsWith('.') ? relative('.', resolve(dirname(path), specifier)) : specifier,
  );
  return { path, text, imports };
}

const sources = readSources().filter(({ path }) => !isTest(path));
const within = (folder: string) => sources.filter(({ path }) => path.startsWith(folder));
const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const domains = foldersIn('lambdas/domain');

/** The imports of these files that are not allowed, as "who → what". */
function offences(files: SourceFile[], allowed: (imported: string, importer: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter((imported) => !allowed(imported, path)).map((imported) => `${path} → ${imported}`),
  );
}

const isPackage = (imported: string) => !folders.some((folder) => imported.startsWith(`${folder}/`));

describe('who may import whom', () => {
  test('the contract imports zod only', () => {
    expect(offences(within('contract/'), (it) => it === 'zod' || it.startsWith('contract/'))).toEqual([]);
  });

  test.each([
    ['web/src/', ['web/src/', 'contract/', 'content/']],
    ['publishing/markdown/', ['publishing/markdown/', 'contract/']],
    ['publishing/feeds/', ['publishing/feeds/', 'contract/', 'web/src/site.ts']],
    ['publishing/', ['publishing/', 'contract/', 'content/', 'web/src/']],
    ['content/', []],
    // Notes of releases are Markdown, and a feed reader gets them as it gets the changelog.
    ['lambdas/', ['lambdas/', 'contract/', 'publishing/markdown/', 'publishing/feeds/']],
    ['lib/', ['lib/', 'contract/']],
    ['bin/', ['lib/']],
    [
      'scripts/',
      [
        'scripts/',
        'contract/',
        'lib/stages.ts',
        'content/contact.ts',
        'lib/sender-domain.ts',
        // What it costs depends on what it consists of.
        'lib/cdk-context.ts',
        'lib/site-stack.ts',
        'lambdas/domain/releases/live-releases.ts',
        'publishing/',
      ],
    ],
    // The mails are shown as they are written, without a function around them.
    [
      'local/',
      [
        'local/',
        'contract/',
        'lib/',
        'scripts/',
        'publishing/',
        'lambdas/domain/mail/sample-mails.ts',
        'lambdas/domain/mail/escape-html.ts',
      ],
    ],
  ])('%s imports from %j', (folder, allowed) => {
    expect(
      offences(within(folder), (it) => isPackage(it) || allowed.some((start) => it.startsWith(start))),
    ).toEqual([]);
  });

  test('a handler uses the domain and the platform, never another handler', () => {
    const handlers = sources.filter(({ path }) => path.endsWith('/handler.ts'));
    const allowed = ['contract/', 'lambdas/platform/', 'lambdas/domain/'];
    expect(
      offences(handlers, (it) => isPackage(it) || allowed.some((start) => it.startsWith(start))),
    ).toEqual([]);
  });

  test('the domain knows no handler', () => {
    const files = within('lambdas/domain/');
    expect(files).not.toEqual([]);
    expect(offences(files, (it) => !it.endsWith('/handler.ts'))).toEqual([]);
  });

  test('the folder operations holds one folder for each operation of the contract', () => {
    expect(foldersIn('lambdas/operations').sort()).toEqual(Object.keys(routes).sort());
  });
});

test('functions render in two places only: the blog with the renderer of the build, and the feed of releases', () => {
  const importersOf = (isOfSite: (imported: string) => boolean) =>
    within('lambdas/')
      .filter(({ imports }) => imports.some(isOfSite))
      .map(({ path }) => path)
      .sort();
  expect(importersOf((imported) => imported === '#blog-renderer')).toEqual([
    'lambdas/consumers/publishArticle/handler.ts',
    'lambdas/consumers/publishBlog/handler.ts',
  ]);
  expect(importersOf((imported) => imported === 'publishing/markdown/markdown.ts')).toEqual([
    'lambdas/domain/releases/release-feed.ts',
  ]);
});

test('the browser gets no schemas: of modules with zod in them, the site imports types only', () => {
  const withZod = within('contract/')
    .filter(({ imports }) => imports.includes('zod'))
    .map(({ path }) => path);
  expect(withZod).toContain('contract/operations/operations.ts');
  const values = within('web/').flatMap(({ path, text }) =>
    [...text.matchAll(/^import (?!type\b)[^;]*?'([^']+)';/gm)]
      .map(([statement, specifier]) => ({
        statement,
        from: relative('.', resolve(dirname(path), specifier ?? '')),
      }))
      .filter(({ statement, from }) => withZod.includes(from) && !/\{(\s*type \w+,?)+\s*\}/.test(statement))
      .map(({ from }) => `${path} → ${from}`),
  );
  expect(values).toEqual([]);
});

test('domains do not know each other in circles', () => {
  const known = new Map(
    domains.map((domain) => [
      domain,
      domains.filter(
        (other) =>
          other !== domain &&
          within(`lambdas/domain/${domain}/`).some(({ imports }) =>
            imports.some((it) => it.startsWith(`lambdas/domain/${other}/`)),
          ),
      ),
    ]),
  );
  const circles = [...known].flatMap(([domain, others]) =>
    others.filter((other) => known.get(other)?.includes(domain)).map((other) => `${domain} ↔ ${other}`),
  );
  expect(circles).toEqual([]);
});

describe('where things may be done', () => {
  const withText = (files: SourceFile[], pattern: RegExp) =>
    files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  test('product code makes AWS clients in one place', () => {
    expect(withText(within('lambdas/'), /new \w+Client\(/)).toEqual(['lambdas/platform/aws.ts']);
  });

  test('product code reads the environment in one place', () => {
    const product = [...within('lambdas/'), ...within('lib/'), ...within('contract/'), ...within('web/')];
    expect(withText(product, /process\.env/).sort()).toEqual(['lambdas/platform/config.ts']);
  });

  test('domains read no clock, no random source and no environment', () => {
    expect(
      withText(within('lambdas/domain/'), /new Date\(\)|Date\.now\(|Math\.random|randomUUID|process\.env/),
    ).toEqual([]);
  });

  test('product code does not know where it runs', () => {
    const product = [...within('lambdas/'), ...within('web/'), ...within('contract/')];
    expect(withText(product, /localhost|127\.0\.0\.1|__local/)).toEqual([]);
  });
});

test('the privacy policy names everything that the site keeps in a browser', () => {
  const keys = within('web/').flatMap(({ text }) =>
    [...text.matchAll(/writeStored\(\s*'\w+',\s*'(\w+)'|const storageKey = '(\w+)'/g)].map(
      ([, literal, constant]) => literal ?? constant ?? '',
    ),
  );
  expect(keys).toEqual(expect.arrayContaining(['theme', 'fonts', 'referralCode', 'session', 'authStep']));
  const policy = readFileSync('content/legal/privacy.md', 'utf8');
  expect(keys.filter((key) => !policy.includes(`\`${key}\``))).toEqual([]);
});
