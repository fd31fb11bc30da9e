import type { Plugin } from 'vite';
import { pressKitFile, screens, zipPressKit } from '../../publishing/press/press-kit.ts';

const name = 'virtual:press-kit';

/** Publishes the press kit, and describes it to the page, which otherwise would share modules with the home page. */
export function pressKitModule(): Plugin {
  return {
    name: 'lorewright:press-kit',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      const source = await zipPressKit();
      if (this.environment.mode === 'build' && this.environment.name === 'client')
        this.emitFile({ type: 'asset', fileName: pressKitFile, source });
      const kit = { path: `/${pressKitFile}`, bytes: source.length, screens };
      return { code: `export default ${JSON.stringify(kit)};`, map: null, moduleType: 'js' };
    },
  };
}
