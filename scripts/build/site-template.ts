import { type Input, keepTemplate, stackSources, type Template } from './keep-template.ts';
import type { SynthesisOptions } from './synthesize-site.ts';

/** What the stack deploys, beside the built site. */
const deployed: Input[] = [
  ['dist/lambdas', (file) => file.endsWith('.js')],
  ['dist/resources', () => true],
  ['content/mockups/images', () => true],
];

/**
 * The template of the site's stack, kept in `dist/templates`, which `npm run build` removes. Needs the bundles in `dist/`, no account and no
 * network.
 */
export function siteTemplate(options: SynthesisOptions): Promise<Template> {
  return keepTemplate({
    folder: 'dist/templates',
    made: options,
    inputs: [...stackSources, ...deployed, [options.siteFolder, () => true]],
    synthesize: async () => (await import('./synthesize-site.ts')).synthesizeSite(options),
  });
}
