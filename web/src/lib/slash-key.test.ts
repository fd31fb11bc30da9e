// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { asksForSearch, switchSlash } from './slash-key.ts';

const press = (options: KeyboardEventInit = {}) =>
  asksForSearch(new KeyboardEvent('keydown', { key: '/', ...options }));

afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
});

it('asks for the search with "/", which some keyboards have above a digit', () => {
  expect(press()).toBe(true);
  expect(press({ shiftKey: true, code: 'Digit7' })).toBe(true);
  expect(press({ code: 'NumpadDivide' })).toBe(true);
});

it.each([
  ['another key', { key: 's' }],
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['Alt', { altKey: true }],
])('leaves %s to the browser', (_, options) => {
  expect(press(options)).toBe(false);
});

it.each(['<input>', '<textarea></textarea>', '<select></select>', '<p contenteditable tabindex="0"></p>'])(
  'leaves the key to %s while it has the focus',
  (html) => {
    document.body.innerHTML = html;
    expect(press()).toBe(true);
    (document.body.firstChild as HTMLElement).focus();
    expect(press()).toBe(false);
  },
);

it('opens nothing over a dialog', () => {
  document.body.innerHTML = '<dialog open></dialog>';
  expect(press()).toBe(false);
});

it('can be turned off', () => {
  switchSlash(false);
  expect(press()).toBe(false);
  switchSlash(true);
  expect(press()).toBe(true);
});
