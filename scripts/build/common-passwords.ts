import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { minPasswordLength } from '../../contract/rules/account-limits.ts';

const name = 'virtual:common-passwords';

/** The list starts with the most common words. Later words, such as "harvestmoon", are rare. */
const wordsToSearch = 3000;

/**
 * Extracts the words that the forms need from a list of common passwords. The whole list has 480
 * KB, and most of its words are shorter than our minimum length.
 */
export function commonPasswords(): Plugin {
  return {
    name: 'lorewright:common-passwords',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      const all: string[] = createRequire(import.meta.url)('@zxcvbn-ts/language-common/src/passwords.json');
      const lists = {
        commonPasswords: all.filter((password) => password.length >= minPasswordLength),
        commonWords: all.slice(0, wordsToSearch).filter((password) => /^[a-z]{4,}$/.test(password)),
      };
      const exported = Object.entries(lists).map(
        // One string is a third smaller than an array of strings.
        ([list, texts]) => `export const ${list} = ${JSON.stringify(texts.join(' '))}.split(' ');`,
      );
      return { code: exported.join('\n'), map: null, moduleType: 'js' };
    },
  };
}
