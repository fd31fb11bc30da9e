import type { Plugin } from 'vite';

const componentTokens = /@aws-amplify\/ui\/dist\/esm\/theme\/tokens\/components\/index\.mjs$/;

/**
 * Amplify UI computes a theme of all its components when it is loaded, for programs that ask for tokens by name. Ours asks for none: its
 * theme is CSS (`amplify-theme.css`). Without them a form comes with half the code, and shows in half the time on a slow phone. Throws
 * when it finds nothing to do.
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
      if (!error && !hasFound) {
        throw new Error(
          'Amplify UI keeps its tokens elsewhere now: see whether scripts/build/drop-unused-theme-parts.ts still helps.',
        );
      }
    },
  };
}
