import type { Plugin } from 'vite';

const componentTokens = /@aws-amplify\/ui\/dist\/esm\/theme\/tokens\/components\/index\.mjs$/;

/**
 * Amplify UI computes a theme of all its components on load, for programs that read tokens by name.
 * Our program reads none: its theme is CSS (`amplify-theme.css`). Without the tokens, a form has
 * half the code and appears in half the time on a slow phone. Fails the build when Amplify UI no
 * longer has this file.
 */
export function dropUnusedThemeParts(): Plugin {
  let hasFound = false;
  return {
    name: 'lorewright:drop-unused-theme-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: componentTokens },
      handler() {
        hasFound = true;
        return 'export const components = {};';
      },
    },
    buildEnd(error) {
      if (error || hasFound) return;
      throw new Error(
        `Amplify UI has moved its tokens: no module matches ${componentTokens.source}. Adapt scripts/build/drop-unused-theme-parts.ts, or remove it if Amplify UI no longer loads them.`,
      );
    },
  };
}
