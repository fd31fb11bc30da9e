import type { Plugin } from 'vite';
import { offerTexts } from '../../contract/rules/offer-texts.ts';

const name = 'virtual:offer-texts';

/**
 * Gives pages the texts of the current offer, so that browsers get neither the catalog nor the
 * other texts.
 */
export function offerTextsModule(): Plugin {
  return {
    name: 'lorewright:offer-texts',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) =>
      id === `\0${name}`
        ? { code: `export default ${JSON.stringify(offerTexts())};`, map: null, moduleType: 'js' }
        : null,
  };
}
