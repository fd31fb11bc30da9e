import type { Plugin } from 'vite';

const displayNames = /^\w+\.displayName = "\w+";$/gm;
const warnings = /^ *warning(?:Once)?\(\n(?:.*\n)*? *\);$/gm;
const components = /^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm;

/**
 * React Router creates and names components in a way that a bundler cannot prove free of side
 * effects. The bundler would keep the unused ones and everything they need: 1.3 KB of a first
 * visit's budget. Also drops the warnings for developers, half a KB, which the development server still prints. Fails the build when React
 * Router no longer has such code.
 */
export function dropUnusedRouterParts(): Plugin {
  const missing = new Map([
    ['names of components', displayNames],
    ['components', components],
    ['warnings', warnings],
  ]);
  return {
    name: 'lorewright:drop-unused-router-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-/ },
      handler(code) {
        for (const [what, pattern] of missing) if (code.search(pattern) >= 0) missing.delete(what);
        return {
          code: code
            .replaceAll(displayNames, '')
            .replaceAll(components, '$1/* @__PURE__ */ $2')
            .replaceAll(warnings, ''),
          map: null,
        };
      },
    },
    buildEnd(error) {
      if (error || missing.size === 0) return;
      throw new Error(
        `The build of React Router has changed: its chunks contain no ${[...missing.keys()].join(' and no ')} in the known form. Adapt scripts/build/drop-unused-parts.ts, or remove it if the size of the home page stays within its budget.`,
      );
    },
  };
}

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
        `Amplify UI has moved its tokens: no module matches ${componentTokens.source}. Adapt scripts/build/drop-unused-parts.ts, or remove it if Amplify UI no longer loads them.`,
      );
    },
  };
}
