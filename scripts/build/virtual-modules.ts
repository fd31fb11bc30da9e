import { createRequire } from 'node:module';
import type { Plugin, Rolldown } from 'vite';
import { minPasswordLength } from '../../contract/rules/account-limits.ts';
import { offerTexts } from '../../contract/rules/offer-texts.ts';
import { pressKitFile, screens, zipPressKit } from '../../publishing/press/press-kit.ts';

type MakeCode = (this: Rolldown.PluginContext) => string | Promise<string>;

/** The modules that the build makes, for example because browsers need only a part of the source. */
const modules: Record<string, MakeCode> = {
  'common-passwords': codeOfPasswords,
  /** The texts of the current offer, so that browsers get neither the catalog nor the other texts. */
  'offer-texts': () => `export default ${JSON.stringify(offerTexts())};`,
  'press-kit': codeOfPressKit,
};

export const virtualModules = (): Plugin[] =>
  Object.entries(modules).map(([name, makeCode]) => {
    const id = `virtual:${name}`;
    return {
      name: `lorewright:${name}`,
      resolveId: (wanted) => (wanted === id ? `\0${id}` : null),
      async load(wanted) {
        if (wanted !== `\0${id}`) return null;
        return { code: await makeCode.call(this), map: null, moduleType: 'js' };
      },
    };
  });

/** The list starts with the most common words. Later words, such as "harvestmoon", are rare. */
const wordsToSearch = 3000;

/**
 * Extracts the words that the forms need from a list of common passwords. The whole list has 480
 * KB, and most of its words are shorter than our minimum length.
 */
function codeOfPasswords(): string {
  const all: string[] = createRequire(import.meta.url)('@zxcvbn-ts/language-common/src/passwords.json');
  const lists = {
    commonPasswords: all.filter((password) => password.length >= minPasswordLength),
    commonWords: all.slice(0, wordsToSearch).filter((password) => /^[a-z]{4,}$/.test(password)),
  };
  const exported = Object.entries(lists).map(
    // One string is a third smaller than an array of strings.
    ([list, texts]) => `export const ${list} = ${JSON.stringify(texts.join(' '))}.split(' ');`,
  );
  return exported.join('\n');
}

/** Publishes the press kit, and describes it to the page, which otherwise would share modules with the home page. */
async function codeOfPressKit(this: Rolldown.PluginContext): Promise<string> {
  const source = await zipPressKit();
  if (this.environment.mode === 'build' && this.environment.name === 'client')
    this.emitFile({ type: 'asset', fileName: pressKitFile, source });
  const kit = { path: `/${pressKitFile}`, bytes: source.length, screens };
  return `export default ${JSON.stringify(kit)};`;
}
