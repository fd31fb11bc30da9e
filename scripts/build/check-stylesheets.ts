import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { inlineStyleHashes } from '../../lib/inline-style-hashes.ts';
import { maxHeaderLength, type StylesheetRoom, stylesheetRoom } from '../../lib/page-policy.ts';
import { region } from '../../lib/stages.ts';

/**
 * After the pages are written, prints how many further stylesheets fit into the policy of pages.
 * Fails the build if the policy is too long.
 */
export function checkStylesheets(): Plugin {
  return {
    name: 'lorewright:check-stylesheets',
    apply: 'build',
    buildApp: {
      order: 'post',
      handler: async ({ config }) => {
        const siteFolder = resolve(config.root, config.build.outDir);
        console.log(describeRoom(stylesheetRoom(region, inlineStyleHashes(siteFolder))));
      },
    },
  };
}

/** @throws if there are too many stylesheets. */
export function describeRoom({ stylesheets, policyLength, further }: StylesheetRoom): string {
  const policy = `The Content-Security-Policy of pages allows ${stylesheets} stylesheets in ${policyLength} of ${maxHeaderLength} characters`;
  if (further < 0) {
    throw new Error(
      `${policy}, which is too long. Let pages share stylesheets: raise smallStyleBytes in scripts/build/chunk-groups.ts, or move styles of several pages to a component.`,
    );
  }
  return `${policy}. There is room for ${further} more.`;
}
