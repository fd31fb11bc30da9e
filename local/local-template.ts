import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inlineStyleHashes } from '../lib/inline-style-hashes.ts';
import { compressedAssets, resources } from '../lib/site-folders.ts';
import type { StageSettings } from '../lib/stage-settings.ts';
import { region, siteNameOf, stages } from '../lib/stages.ts';
import { bundleFile, handlerFiles } from '../scripts/build/handler-files.ts';
import { joinTemplates } from '../scripts/build/join-templates.ts';
import { keepTemplate, stackSources, type Template } from '../scripts/build/keep-template.ts';
import type { Behavior } from './fakes/cloudfront/behavior.ts';
import { account, localName } from './local-name.ts';
import { resolveTemplate } from './resolve-template.ts';

const siteName = siteNameOf('local');

/** The settings of the stage `local` that a start can change. */
export type LocalSettings = Partial<Pick<StageSettings, 'isReadOnly' | 'salesTax'>>;

/**
 * The template of the stage `local`, with the names on this machine. It needs no build, so that a start
 * reads it while the pages are built; {@link allowInlineStyles} adds what depends on the pages.
 */
export async function readLocalTemplate(settings: LocalSettings = {}): Promise<Template> {
  const options = { siteName, account, settings: { ...stages.local, ...settings }, styleHashes: [styles] };
  const template = await keepTemplate({
    folder: 'dist/templates',
    made: options,
    inputs: stackSources,
    synthesize: () => synthesizeUnbuilt(options),
  });
  return resolveTemplate(template, parameters, localName);
}

const parameters = {
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::Region': region,
  'AWS::URLSuffix': 'amazonaws.com',
};

type UnbuiltOptions = Omit<
  Parameters<typeof import('../scripts/build/synthesize-site.ts').synthesizeSite>[0],
  'siteFolder'
>;

/** The stacks refer to the folders of a build, whose content the local cloud does not read from them. */
async function synthesizeUnbuilt(options: UnbuiltOptions): Promise<Template> {
  const { synthesizeSite } = await import('../scripts/build/synthesize-site.ts');
  const folder = await mkdtemp(join(tmpdir(), 'lorewright-unbuilt-'));
  try {
    const siteFolder = join(folder, 'site');
    for (const each of [
      join(siteFolder, 'assets'),
      join(siteFolder, '.well-known'),
      compressedAssets(siteFolder),
      resources.folder,
      ...[...handlerFiles.keys()].map((name) => dirname(bundleFile(name))),
    ])
      await mkdir(each, { recursive: true });
    return joinTemplates(synthesizeSite({ ...options, siteFolder }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** In the policy of pages, the place of the sources of their inline styles. */
const styles = `'sha256-of-each-inline-style'`;

/** Lets pages use the inline styles of the built site. */
export function allowInlineStyles(behaviors: Behavior[], siteFolder: string): Behavior[] {
  const sources = inlineStyleHashes(siteFolder).join(' ');
  return behaviors.map(({ responseHeaders, ...behavior }) => ({
    ...behavior,
    responseHeaders: Object.fromEntries(
      Object.entries(responseHeaders).map(([name, value]) => [name, value.replace(styles, sources)]),
    ),
  }));
}
