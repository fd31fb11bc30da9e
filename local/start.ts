import type { RequestListener } from 'node:http';
import { parseArgs } from 'node:util';
import { brand } from '../contract/rules/brand.ts';
import { currentOffer, type OfferId } from '../contract/rules/catalog.ts';
import { type SalesTax, salesTaxes } from '../contract/rules/sales-tax.ts';
import { localDir } from '../scripts/commands/stage/connect.ts';
import { resetCloud } from './cloud-folder.ts';
import type { LocalSettings } from './local-template.ts';
import { type LocalCloud, startCloud } from './start-cloud.ts';
import { isOfferId, offerIds, resetCommand, startWithOffer } from './start-with-offer.ts';

/** `npm start` and, with --dev, `npm run dev`. Without --build, it starts on the build in `dist/`. */
const usage = `Usage: npm start -- [--reset] [--read-only] [--sales-tax ${salesTaxes.join('|')}] [--offer ${offerIds.join('|')}]`;
const defaultPort = 3000;
const siteFolder = 'dist/web';

async function run(): Promise<void> {
  // A test that started it through an IPC channel has ended.
  process.once('disconnect', () => process.exit());
  const startedAt = performance.now();
  const { build, dev, reset, settings, offer, hasSchedules } = readOptions();
  const dir = localDir();
  if (offer && offer !== currentOffer) {
    const { isReadOnly, salesTax } = settings;
    const flags = { build, reset, 'read-only': isReadOnly };
    const args = Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [`--${name}`] : []));
    return startWithOffer(offer, [...args, ...(salesTax ? [`--sales-tax=${salesTax}`] : [])], dir);
  }
  if (reset) await resetCloud(dir);

  // Loading the bundler takes a tenth of a second.
  const { pagesBuilt, bundle, finishPages } = build ? (await import('./start-build.ts')).startBuild() : {};
  const pageServer = dev ? await startPageServer() : undefined;
  const cloud = await startCloud({
    dir,
    port: readPort(),
    siteFolder,
    pagesBuilt,
    bundle,
    settings,
    hasSchedules,
    stripe: process.env,
    onProblem: (message) => console.error(message),
    ...(pageServer ? { servePages: pageServer.serve } : {}),
  });
  const watching = dev ? await watchSources(cloud) : undefined;

  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`\nStarted ${brand} on this machine in ${seconds} s.\n`);
  for (const [name, where] of Object.entries(cloud.services)) console.log(`  ${name.padEnd(10)} ${where}`);
  console.log(`\n  Open ${cloud.siteUrl}
  Emails arrive at ${cloud.siteUrl}/__local/mail
  Behind the scenes: ${cloud.siteUrl}/__local/
  Data is kept in ${dir}; start again with: ${resetCommand(process.env.npm_lifecycle_event, offer)}
  ${settings.isReadOnly ? 'It is read-only: operations that change data answer "unavailable".\n  ' : ''}Ctrl-C stops everything.\n`);

  let isStopping = false;
  finishPages?.()
    .then(cloud.syncPages)
    .catch((error: Error) => {
      if (!isStopping) console.error(error.message);
    });
  const stop = async () => {
    isStopping = true;
    watching?.stop();
    await pageServer?.stop();
    await cloud.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

/** Serves the pages with Vite's hot reload. The local cloud in front of it serves everything else. */
async function startPageServer(): Promise<{ serve: RequestListener; stop(): Promise<void> }> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'spa' });
  return {
    serve: (request, response) => vite.middlewares(request, response, () => response.writeHead(404).end()),
    stop: () => vite.close(),
  };
}

async function watchSources({ reloadFunctions }: LocalCloud): Promise<{ stop(): void }> {
  const { watchFunctions } = await import('./watch-functions.ts');
  const { watchStacks } = await import('./watch-stacks.ts');
  const watching = [
    watchFunctions(() => {
      reloadFunctions();
      console.log('The code of the functions has changed; the next call runs the new code.');
    }),
    watchStacks(() => {
      console.log(
        'The stacks or the routes may have changed, and this cloud runs the old ones. Restart it: Ctrl-C, then npm run dev.',
      );
    }),
  ];
  return { stop: () => watching.forEach((watcher) => void watcher.stop()) };
}

interface Options {
  build?: boolean;
  dev?: boolean;
  reset?: boolean;
  settings: LocalSettings;
  offer?: OfferId;
  hasSchedules: boolean;
}

function readOptions(): Options {
  try {
    const flag = { type: 'boolean' } as const;
    const options = {
      build: flag,
      dev: flag,
      reset: flag,
      'read-only': flag,
      'sales-tax': { type: 'string' },
      offer: { type: 'string' },
      // For tests, which start what they need: the sweep would sign out their admins.
      'no-schedules': flag,
    } as const;
    const {
      'read-only': isReadOnly = false,
      'sales-tax': salesTax,
      offer,
      'no-schedules': hasNoSchedules = false,
      ...others
    } = parseArgs({ options }).values;
    if (salesTax !== undefined && !isSalesTax(salesTax))
      throw new Error(`--sales-tax must be one of ${salesTaxes.join(', ')}, not "${salesTax}".`);
    if (offer !== undefined && !isOfferId(offer))
      throw new Error(`--offer must be one of ${offerIds.join(', ')}, not "${offer}".`);
    if (offer && others.dev) throw new Error('npm run dev sells the current offer only. Use npm start.');
    return {
      ...others,
      settings: { isReadOnly, ...(salesTax ? { salesTax } : {}) },
      ...(offer ? { offer } : {}),
      hasSchedules: !hasNoSchedules,
    };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`);
  }
}

const isSalesTax = (text: string): text is SalesTax => (salesTaxes as readonly string[]).includes(text);

function readPort(): number {
  const text = process.env.PORT || String(defaultPort);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`PORT must be a port number, not "${text}".`);
  return port;
}

run().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
