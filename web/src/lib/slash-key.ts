import { readStored, writeStored } from './stored-text.ts';

/** The id of the field on the page of the search. */
export const searchFieldId = 'search';

const storageKey = 'slashKey';

/** Whether "/" opens the search. */
export const isSlashOn = (): boolean => !readStored('local', storageKey);

export const switchSlash = (isOn: boolean): void => writeStored('local', storageKey, isOn ? null : 'off');

/**
 * Whether a key press asks for the search. The modifiers are those of shortcuts of the browser; Shift is none of them, because German
 * keyboards have "/" above the 7.
 */
export const asksForSearch = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === '/' &&
  !(ctrlKey || metaKey || altKey) &&
  isSlashOn() &&
  // A field, or a dialog over the page.
  !document.querySelector('dialog[open],:is(input,textarea,select,[contenteditable]):focus');
