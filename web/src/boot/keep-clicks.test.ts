// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { hydratedEvent, keepClicks } from './keep-clicks.ts';

afterEach(() => {
  document.dispatchEvent(new Event(hydratedEvent));
  document.body.replaceChildren();
});

function addToPage(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body.querySelector('button, a') as HTMLElement;
}

const hydrate = () => document.dispatchEvent(new Event(hydratedEvent));

it('repeats the clicks on a button when the site listens, and not before', () => {
  keepClicks();
  const button = addToPage('<button><span>Menu</span></button>');
  const onClick = vi.fn();
  button.addEventListener('click', onClick);

  button.querySelector('span')?.click();
  button.click();
  expect(onClick).not.toHaveBeenCalled();

  hydrate();
  expect(onClick).toHaveBeenCalledTimes(2);
  button.click();
  expect(onClick).toHaveBeenCalledTimes(3);
});

it('keeps a form from being sent to nowhere', () => {
  keepClicks();
  const button = addToPage('<form><button type="submit">Send</button></form>');
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  document.querySelector('form')?.addEventListener('submit', onSubmit);

  button.click();
  expect(onSubmit).not.toHaveBeenCalled();
  hydrate();
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('leaves links alone', () => {
  keepClicks();
  const link = addToPage('<a href="#map">Map</a>');
  const onClick = vi.fn();
  link.addEventListener('click', onClick);
  link.click();
  expect(onClick).toHaveBeenCalledTimes(1);
});
