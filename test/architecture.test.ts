import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it, test } from 'vitest';
import { deskGroups } from '../contract/operations/desk-routes.ts';
import { routes } from '../contract/operations/routes.ts';
import { services } from '../contract/operations/services.ts';
import { deviceStorage } from '../contract/records/device-storage.ts';
import { referralEntries } from '../web/src/lib/referral-entries.ts';
import { findFragileTexts } from './fragile-texts.ts';

interface SourceFile {
  path: string;
  text: string;
  /** Packages by name, our own files by their path from the root. */
  imports: string[];
  /** The imports that remain when the types are removed. */
  values: string[];
}

const folders = [
  'bin',
  'content',
  'contract',
  'demo',
  'examples',
  'lab',
  'lambdas',
  'lib',
  'local',
  'publishing',
  'scripts',
  'web',
];
/** It imports nothing, so that the contract can import it too. */
const settings = 'settings.ts';
const configuration = 'lambdas/platform/config.ts';
const clients = 'lambdas/platform/aws/';
/** The permissions of each service, which only the stack reads. */
const permissionFiles = Object.keys(services).map((service) => `lambdas/${service}/permissions.ts`);
/** Only the files above import it. */
const permissionBuilders = 'lib/permissions.ts';
const isTest = (path: string) => /\.test\.tsx?$|\/test-[^/]+$/.test(path);

const readFolder = (folder: string): SourceFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|m?js)$/.test(file))
    .map((file) => readSource(join(folder, file)));

function readSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const found = [...text.matchAll(/(^import type [^;]*?)?(?:from|import\(|import)\s*'([^']+)'/gm)].map(
    ([, type, specifier = '']) => ({
      isType: type !== undefined,
      imported: specifier.startsWith('.') ? relative('.', resolve(dirname(path), specifier)) : specifier,
    }),
  );
  return {
    path,
    text,
    imports: found.map(({ imported }) => imported),
    values: found.filter(({ isType }) => !isType).map(({ imported }) => imported),
  };
}

const sources = [...folders.flatMap(readFolder), readSource(settings)].filter(({ path }) => !isTest(path));
const valuesOf = new Map(sources.map(({ path, values }) => [path, values]));
const within = (folder: string) => sources.filter(({ path }) => path.startsWith(folder));
const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The imports of these files that are not allowed, as "importer → imported". */
function violations(files: SourceFile[], allowed: (imported: string, importer: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter((imported) => !allowed(imported, path)).map((imported) => `${path} → ${imported}`),
  );
}

const isPackage = (imported: string) =>
  imported !== settings && !folders.some((folder) => imported.startsWith(`${folder}/`));

/** Our own files that run when this file runs. */
function valuesReachedBy({ path }: SourceFile): string[] {
  const reached = new Set([path]);
  // An iteration over a set also visits paths that are added during it.
  for (const each of reached) for (const imported of valuesOf.get(each) ?? []) reached.add(imported);
  return [...reached];
}

/** The files that import each other in a cycle, as groups. Uses Tarjan's algorithm. */
function circles(files: SourceFile[]): string[][] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  function visit(path: string): number {
    order.set(path, order.size);
    lowest.set(path, order.get(path) ?? 0);
    stack.push(path);
    for (const imported of importsOf.get(path) ?? []) {
      if (!importsOf.has(imported)) continue;
      if (!order.has(imported)) lower(path, visit(imported));
      else if (stack.includes(imported)) lower(path, order.get(imported) ?? 0);
    }
    if (lowest.get(path) === order.get(path)) {
      const group = stack.splice(stack.indexOf(path));
      if (group.length > 1) found.push(group.sort());
    }
    return lowest.get(path) ?? 0;
  }
  const lower = (path: string, to: number) => lowest.set(path, Math.min(lowest.get(path) ?? to, to));
  for (const { path } of files) if (!order.has(path)) visit(path);
  return found;
}

describe('imports', () => {
  it('contain no cycle', () => {
    expect(circles(sources)).toEqual([]);
  });

  it('are empty in the settings', () => {
    expect(violations(within(settings), () => false)).toEqual([]);
  });

  it('come from zod, the settings and the contract in the contract', () => {
    const allowed = ['contract/', settings, 'zod/'];
    expect(violations(within('contract/'), (it) => allowed.some((start) => it.startsWith(start)))).toEqual(
      [],
    );
  });

  it('come from Node itself in the examples, because people copy them into their programs', () => {
    expect(within('examples/').length).toBeGreaterThan(0);
    expect(violations(within('examples/'), (it) => it.startsWith('node:'))).toEqual([]);
  });

  it.each([
    ['content/', ['contract/content/']],
    ['bin/', ['lib/']],
    // The permissions of a service are beside its code.
    ['lib/', ['contract/', ...permissionFiles, settings]],
    [
      'lambdas/',
      [
        'contract/',
        'publishing/order-terms/',
        'publishing/markdown/',
        'publishing/feeds/',
        permissionBuilders,
      ],
    ],
    ['publishing/order-terms/', ['contract/', 'content/', settings]],
    ['publishing/markdown/', ['contract/', settings]],
    ['publishing/feeds/', ['contract/', 'web/src/lib/site.ts']],
    ['publishing/', ['contract/', 'content/', 'web/src/', settings]],
    ['web/src/', ['contract/', 'content/', settings]],
    ['scripts/build/', ['contract/', 'lib/', 'publishing/']],
    // The site and the commands share rules: how an article is changed, which release is current, which
    // license works, how a mailing is sent, and how a second factor is reset.
    [
      'scripts/commands/',
      [
        'contract/',
        'content/',
        'lib/',
        'publishing/',
        'scripts/build/',
        'lambdas/domain/articles/',
        'lambdas/domain/desk/',
        'lambdas/domain/feedback/',
        'lambdas/domain/licenses/',
        'lambdas/domain/mail/',
        'lambdas/domain/mailings/',
        'lambdas/domain/orders/',
        'lambdas/domain/releases/',
        'lambdas/domain/security/',
        'lambdas/domain/status/',
        'lambdas/domain/users/',
        'lambdas/platform/conditional-write.ts',
        'lambdas/platform/publish-event.ts',
        'lambdas/platform/read-batches.ts',
        'lambdas/platform/site-reader.ts',
        settings,
      ],
    ],
    // The email preview renders them without the functions that send them, and the sample release is
    // published with the rules of the command.
    [
      'local/',
      ['contract/', 'lib/', 'publishing/', 'scripts/', 'lambdas/domain/mail/', 'lambdas/domain/releases/'],
    ],
    // The demonstration plays history with the site's own functions.
    ['demo/', ['contract/', 'lib/', 'local/', 'scripts/commands/stage/', 'lambdas/domain/']],
  ])('in %s come from packages, itself and %j', (folder, allowed) => {
    expect(
      violations(
        within(folder),
        (it) => isPackage(it) || [folder, ...allowed].some((start) => it.startsWith(start)),
      ),
    ).toEqual([]);
  });

  it('come from the lab only in the lab', () => {
    const others = [...sources, ...readFolder('test')].filter(({ path }) => !path.startsWith('lab/'));
    expect(violations(others, (it) => !it.startsWith('lab/'))).toEqual([]);
  });

  it.each(foldersIn('local/fakes'))(
    'in the fake %s include none of our code, because a fake cannot test a rule that it shares',
    (fake) => {
      const allowed = [`local/fakes/${fake}/`, 'local/fakes/invoke.ts', 'local/files/', 'local/server/'];
      expect(
        violations(
          within(`local/fakes/${fake}/`),
          (it) => isPackage(it) || allowed.some((start) => it.startsWith(start)),
        ),
      ).toEqual([]);
    },
  );
});

describe('imports inside lambdas', () => {
  /** The folders that a folder may import. All other folders are functions, which may import these two. */
  const layers: Record<string, string[]> = { platform: [], domain: ['platform'] };
  const functions = foldersIn('lambdas').filter((folder) => !(folder in layers));

  it('come from the permissions of a function only in lib, because they include the CDK', () => {
    expect(violations(within('lambdas/'), (it) => !/^lambdas\/[^/]+\/permissions\.ts$/.test(it))).toEqual([]);
  });

  it('leave each function with one handler', () => {
    expect(functions.filter((name) => within(`lambdas/${name}/handler.ts`).length === 0)).toEqual([]);
    expect(foldersIn('lambdas')).toEqual(expect.arrayContaining(Object.keys(layers)));
  });

  it.each(Object.entries(layers))('in %s come from outside lambdas, itself and %j', (layer, allowed) => {
    const mayImport = [layer, ...allowed].map((folder) => `lambdas/${folder}/`);
    expect(
      violations(
        within(`lambdas/${layer}/`),
        (it) => !it.startsWith('lambdas/') || mayImport.some((start) => it.startsWith(start)),
      ),
    ).toEqual([]);
  });

  it.each(functions)(
    'in %s come from packages, the contract, publishing/order-terms, its folder and the layers, never from another function',
    (folder) => {
      const layerFolders = Object.keys(layers).map((layer) => `lambdas/${layer}/`);
      const allowed = ['contract/', 'publishing/order-terms/', `lambdas/${folder}/`, ...layerFolders];
      expect(
        violations(
          within(`lambdas/${folder}/`),
          (it, from) =>
            isPackage(it) ||
            allowed.some((start) => it.startsWith(start)) ||
            (it === permissionBuilders && permissionFiles.includes(from)),
        ),
      ).toEqual([]);
    },
  );

  const isForbidden = (path: string) => path === configuration || path.startsWith(clients);

  it('include the configuration and the clients in one file of each function, or the clients in a group of the desk', () => {
    const groups = Object.keys(deskGroups).map((name) => `lambdas/desk/${name}.ts`);
    const composers = functions.flatMap((name) =>
      within(`lambdas/${name}/`)
        .filter(({ path, imports }) =>
          imports.some(groups.includes(path) ? (it) => it === configuration : isForbidden),
        )
        .map(({ path }) => path),
    );
    expect(composers).toContain('lambdas/checkout/compose.ts');
    expect(composers.filter((path) => !/\/(compose|handler)\.ts$/.test(path))).toEqual([]);
    const byFunction = Object.groupBy(composers, (path) => dirname(path));
    expect(Object.values(byFunction).filter((paths = []) => paths.length > 1)).toEqual([]);
  });

  it('include neither the configuration nor the clients in the domain, not even indirectly', () => {
    expect(
      within('lambdas/domain/')
        .filter((file) => valuesReachedBy(file).some(isForbidden))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});

describe('imports inside web/src', () => {
  const features = foldersIn('web/src/features').map((name) => `features/${name}`);
  /**
   * The folders that a folder may import. `routes` and the files above the folders combine the
   * features.
   */
  const layers: Record<string, string[]> = {
    lib: [],
    boot: ['lib'],
    components: ['lib'],
    ...Object.fromEntries(features.map((feature) => [feature, ['components', 'lib']])),
    routes: ['features', 'components', 'lib'],
  };

  it('has a rule for every folder with code', () => {
    const topFolders = foldersIn('web/src').filter((folder) => within(`web/src/${folder}/`).length > 0);
    expect(topFolders.sort()).toEqual([...new Set(Object.keys(layers).map((it) => it.split('/')[0]))].sort());
  });

  it.each(Object.entries(layers))(
    'in %s come from outside web/src, itself, styles and %j',
    (layer, allowed) => {
      const mayImport = [layer, 'styles', ...allowed].map((folder) => `web/src/${folder}/`);
      expect(
        violations(
          within(`web/src/${layer}/`),
          (it) => !it.startsWith('web/') || mayImport.some((start) => it.startsWith(start)),
        ),
      ).toEqual([]);
    },
  );

  it('use the storage of the browser in one place, because it may be blocked', () => {
    const users = within('web/src/').filter(({ text }) => /\b(local|session)Storage\b/.test(text));
    // Amplify stores its tokens itself; the other file removes them.
    expect(users.map(({ path }) => path).sort()).toEqual([
      'web/src/lib/identity-tokens.ts',
      'web/src/lib/stored-text.ts',
    ]);
  });

  it('lead to the sign-in through functions that also take the page to return to', () => {
    const literal = /['"`]\/auth(?!\?step=)/;
    const users = within('web/src/').filter(
      ({ path, text }) => !path.includes('/auth/') && literal.test(text),
    );
    expect(users.map(({ path }) => path).sort()).toEqual([
      // The links of the header lead to the pricing page, as registrations from the home page do.
      'web/src/features/navigation/navigation-links.ts',
      'web/src/lib/sign-in-path.ts',
      'web/src/routes/home.tsx',
    ]);
  });

  it('in routes include no other route', () => {
    const routeFiles = within('web/src/routes/');
    expect(violations(routeFiles, (it) => !/^web\/src\/routes\/.*\.tsx$/.test(it))).toEqual([]);
  });
});

test('finds no two modules that share a name for different things', () => {
  const imported = new Set(sources.flatMap(({ imports }) => imports));
  // A file that nothing imports is an entry point, named after its command, function or stack.
  // Operations have the names of the contract, and consumers of what they do.
  const modules = sources
    .map(({ path }) => path)
    .filter((path) => imported.has(path) && !/^lambdas\/(?!domain\/|platform\/)/.test(path));
  const byName = Object.groupBy(modules, (path) => basename(path));
  expect(Object.values(byName).filter((paths = []) => paths.length > 1)).toEqual([]);
});

test('finds no two nouns of the domain that depend on each other', () => {
  const nouns = foldersIn('lambdas/domain');
  const knows = (noun: string, other: string) =>
    within(`lambdas/domain/${noun}/`).some(({ imports }) =>
      imports.some((it) => it.startsWith(`lambdas/domain/${other}/`)),
    );
  const pairs = nouns.flatMap((noun) =>
    nouns.filter((other) => noun < other).map((other) => [noun, other] as const),
  );
  expect(pairs.filter(([a, b]) => knows(a, b) && knows(b, a))).toEqual([]);
});

test('contains one folder for each service, with one file for each of its operations, or for each group of the desk', () => {
  const files = Object.keys(services).flatMap((service) =>
    within(`lambdas/${service}/`).map(({ path }) => path.replace('lambdas/', '')),
  );
  const inKebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const expected = Object.entries(services).flatMap(([service, operations]) =>
    ['handler', 'compose', 'permissions', ...(service === 'desk' ? Object.keys(deskGroups) : operations)].map(
      (name) => `${service}/${inKebabCase(name)}.ts`,
    ),
  );
  // The desk wraps `serve`.
  expect(files.sort()).toEqual([...expected, 'desk/serve-desk.ts'].sort());
});

test('contains each operation of the contract in one service', () => {
  expect(Object.values(services).flat().sort()).toEqual(Object.keys(routes).sort());
});

test('lets functions use code of the site in only four places: the blog, texts that are pasted at the desk, drafts of mailings, and the feed of releases', () => {
  const importersOf = (isOfSite: (imported: string) => boolean) =>
    within('lambdas/')
      .filter(({ imports }) => imports.some(isOfSite))
      .map(({ path }) => path)
      .sort();
  expect(importersOf((imported) => imported === '#blog-renderer')).toEqual([
    'lambdas/publishBlog/handler.ts',
  ]);
  expect(importersOf((imported) => imported === 'publishing/markdown/markdown.ts')).toEqual([
    'lambdas/domain/articles/refuse-mistakes.ts',
    'lambdas/domain/mailings/draft-mailings.ts',
    'lambdas/domain/releases/release-feed.ts',
  ]);
});

test('lets functions import only types from the module with all operations', () => {
  const all = 'contract/operations/operations.ts';
  const functions = within('lambdas/').filter(({ path }) => !/\.test\.ts$/.test(path));
  const values = functions
    .filter(({ imports, text }) => imports.includes(all) && !/import type [^;]*\/operations\.ts'/.test(text))
    .map(({ path }) => path);
  expect(values).toEqual([]);
});

test('lets the site import only types from modules with zod', () => {
  const withZod = within('contract/')
    .filter(({ path, imports }) => path === 'contract/zod.ts' || imports.includes('contract/zod.ts'))
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

test('verifies signatures of builds in the command for releases only', () => {
  const folder = 'scripts/commands/release/signatures/';
  const libraries = /^(asn1js|yauzl|@sigstore\/.*)$/;
  const readers = sources.filter(({ imports }) => imports.some((imported) => libraries.test(imported)));
  expect(readers.length).toBeGreaterThan(2);
  expect(readers.filter(({ path }) => !path.startsWith(folder))).toEqual([]);
  const users = sources.filter(({ imports }) => imports.some((imported) => imported.startsWith(folder)));
  expect(users.filter(({ path }) => !path.startsWith('scripts/commands/release/'))).toEqual([]);
});

test('lets browsers and functions import only the public settings', () => {
  const publicSettings = [
    'owner',
    'communityLinks',
    'signing',
    'priceIds',
    'salesTax',
    'withdrawalDays',
    'securityUpdatesUntil',
    'rolloutLimit',
    'licenseCovers',
  ];
  const product = [...within('contract/'), ...within('content/'), ...within('web/'), ...within('lambdas/')];
  const names = product
    .filter(({ imports }) => imports.includes(settings))
    .flatMap(({ text }) => [...text.matchAll(/import ([^;]*?) from '[./]+\/settings\.ts'/g)])
    .flatMap(([, clause = '']) => clause.replace(/[{}\s]/g, '').split(','));
  expect(names).toEqual(expect.arrayContaining(publicSettings));
  expect(names.filter((name) => !publicSettings.includes(name))).toEqual([]);
});

function hasNode(node: unknown, is: (node: Record<string, unknown>) => boolean): boolean {
  if (typeof node !== 'object' || node === null) return false;
  return is(node as Record<string, unknown>) || Object.values(node).some((child) => hasNode(child, is));
}

const isComputedIn = ({ type, operator, left }: Record<string, unknown>) =>
  type === 'BinaryExpression' && operator === 'in' && (left as { type: string }).type !== 'Literal';

describe('product code', () => {
  const withText = (files: SourceFile[], pattern: RegExp) =>
    files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  test('creates AWS clients in one folder', () => {
    const creators = withText(within('lambdas/'), /new \w+Client\(/);
    expect(creators).toContain(`${clients}dynamodb.ts`);
    expect(creators.filter((path) => !path.startsWith(clients))).toEqual([]);
  });

  // For each function, the bundler would parse and link the clients of all services in the file, and then drop most.
  test('creates the clients of one service per file', () => {
    const ofSdk = (values: string[]) => values.filter((imported) => imported.startsWith('@aws-sdk/client-'));
    const several = within(clients).filter(({ values }) => ofSdk(values).length > 1);
    expect(several.map(({ path }) => path)).toEqual([]);
  });

  test('creates clients of other kinds in the platform', () => {
    const elsewhere = within('lambdas/').filter(({ path }) => !path.startsWith('lambdas/platform/'));
    expect(withText(elsewhere, /new (\w+Provider|Stripe)\(|\bgetClient\(/)).toEqual([]);
  });

  test('reads the environment in one place', () => {
    const product = [...within('lambdas/'), ...within('lib/'), ...within('contract/'), ...within('web/')];
    expect(withText(product, /process\.env/).sort()).toEqual([configuration]);
  });

  test('uses no clock, random source or environment in a domain', () => {
    expect(
      withText(
        within('lambdas/domain/'),
        /new Date\(\)|Date\.now\(|performance\.now|Math\.random|\brandom(UUID|Int|Bytes)\b|getRandomValues|process\.env/,
      ),
    ).toEqual([]);
  });

  test('logs of an error only what describeError returns, which leaves out personal data', () => {
    const rawError = /logger\.\w+\([^;)]*?(?:[{,]\s*(?:error|cause)\s*[,})]|:\s*(?:error|cause)\s*[,})])/;
    expect("logger.error('failed', { error });").toMatch(rawError);
    expect("logger.error('failed', { id, error: describeError(error) });").not.toMatch(rawError);
    expect(withText(within('lambdas/'), rawError)).toEqual([]);
  });

  // `readFile(…, 'utf8')` replaces what it cannot read by \ufffd.
  test('reads what people write with readContentFile, which refuses other encodings', () => {
    const files = ['scripts/commands/', 'publishing/markdown/'].flatMap(within);
    expect(withText(files, /readFile(Sync)?\([^;]*'utf8'/).sort()).toEqual([
      'scripts/commands/license.ts',
      'scripts/commands/release/signatures/provenance.ts',
      'scripts/commands/release/verify-signatures.ts',
      'scripts/commands/stage/connect.ts',
    ]);
    expect(withText(within('scripts/build/'), /content\/.*readFile\([^;]*'utf8'/)).toEqual([]);
  });

  // `'constructor' in {}` is true.
  test('asks with Object.hasOwn whether an object has a name that somebody typed', () => {
    const hasComputedIn = ({ path, text }: SourceFile) =>
      / in /.test(text) && hasNode(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), isComputedIn);
    expect(hasComputedIn({ path: 'a.ts', text: 'const a = key in all;', imports: [], values: [] })).toBe(
      true,
    );
    const product = ['lambdas/', 'lib/', 'contract/', 'web/', 'publishing/', 'scripts/'].flatMap(within);
    expect(product.filter(hasComputedIn).map(({ path }) => path)).toEqual([]);
  });

  test('sends no raw email, which the fake of SES does not read', () => {
    const rawEmail = /\bRaw(Message)?\s*[:,}]|\bSendRawEmail/;
    expect('Content: { Raw: { Data } }').toMatch(rawEmail);
    expect(withText([...within('lambdas/'), ...within('scripts/')], rawEmail)).toEqual([]);
  });

  test('does not depend on where it runs', () => {
    const product = [...within('lambdas/'), ...within('web/'), ...within('contract/')];
    expect(withText(product, /localhost|127\.0\.0\.1|__local/)).toEqual([]);
  });
});

test('lists everything that the site stores in a browser', () => {
  const written = /writeStored\(\s*'\w+',\s*'(\w+)'|const (?:storageKey|key) = '(\w+)'/g;
  const keys = within('web/').flatMap(({ text }) =>
    [...text.matchAll(written)].map(([, literal, constant]) => literal ?? constant ?? ''),
  );
  const own = deviceStorage.filter(({ areOfCognito }) => !areOfCognito).flatMap(({ names }) => names);
  expect([...new Set([...keys, ...Object.values(referralEntries)])].sort()).toEqual([...own].sort());
});

test('contains no text that React cannot change after a browser has translated it', () => {
  const components = within('web/src/').filter(({ path }) => path.endsWith('.tsx'));
  expect(components.length).toBeGreaterThan(150);
  expect(findFragileTexts(Object.fromEntries(components.map(({ path }) => [path, null])))).toEqual([]);
});
