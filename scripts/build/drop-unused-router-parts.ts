import type { Plugin } from 'vite';

/**
 * React Router makes components and names them where a bundler cannot see that this does nothing else, so it would keep the ones that
 * nothing uses, and all they need: 1.3 KB of the few that React leaves to a first visit. Throws when it finds nothing to do.
 */
export function dropUnusedRouterParts(): Plugin {
  let hasFound = false;
  return {
    name: 'lorewright:drop-unused-router-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-/ },
      handler(code) {
        const pure = code
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(
            /^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm,
            '$1/* @__PURE__ */ $2',
          );
        hasFound ||= pure !== code;
        return { code: pure, map: null };
      },
    },
    buildEnd(error) {
      if (!error && !hasFound) {
        throw new Error(
          'React Router is built in another way now: see whether scripts/build/drop-unused-router-parts.ts still helps.',
        );
      }
    },
  };
}
