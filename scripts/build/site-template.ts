import { compressedAssets } from '../../lib/site-folders.ts';
import { joinTemplates } from './join-templates.ts';
import { type Input, keepTemplate, stackSources, type Template } from './keep-template.ts';
import type { SynthesisOptions } from './synthesize-site.ts';

/** The stacks' inputs in addition to the built site. */
const deployed: Input[] = [
  ['dist/lambdas', (file) => file.endsWith('.js')],
  ['dist/resources', () => true],
  ['content/mockups/images', () => true],
];

const siteFolders = ({ siteFolder }: SynthesisOptions): Input[] =>
  [siteFolder, compressedAssets(siteFolder)].map((folder) => [folder, () => true]);

/**
 * The templates of the site's stacks, joined into one, for readers that do not need to know which
 * stack has a resource.
 */
export async function siteTemplate(options: SynthesisOptions): Promise<Template> {
  return joinTemplates(await siteTemplates(options));
}

/**
 * The templates of the site's stacks by name, cached in `dist/templates`. Needs the bundles in `dist/`, no account and no network.
 */
export function siteTemplates(options: SynthesisOptions): Promise<Record<string, Template>> {
  return keepTemplate({
    folder: 'dist/templates',
    made: options,
    inputs: [...stackSources, ...deployed, ...siteFolders(options)],
    synthesize: async () => (await import('./synthesize-site.ts')).synthesizeSite(options),
  });
}
