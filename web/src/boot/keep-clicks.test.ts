// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { hydratedEvent } from '../lib/hydrated.ts';
import { keepClicks } from './keep-clicks.ts';

afterEach(() => {
  document.dispatchEvent(new Event(hydratedEvent));
  document.body.replaceChildren();
});

function addToPage(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body.querySelector('button, a') as HTMLElement;
}

const hydrate = () => document.dispatchEvent(new Event(hydratedEvent));

it('repeats a click on a button once the site handles clicks, and not before', () => {
  keepClicks();
  const button = addToPage('<button><span>Menu</span></button>');
  const onClick = vi.fn();
  button.addEventListener('click', onClick);

  button.querySelector('span')?.click();
  expect(onClick).not.toHaveBeenCalled();
  expect(button.ariaBusy).toBe('true');

  hydrate();
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(button.ariaBusy).toBeNull();
  button.click();
  expect(onClick).toHaveBeenCalledTimes(2);
});

it('prevents the submission of a form without a handler', () => {
  keepClicks();
  const button = addToPage('<form><button type="submit">Send</button></form>');
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  document.querySelector('form')?.addEventListener('submit', onSubmit);

  button.click();
  expect(onSubmit).not.toHaveBeenCalled();
  hydrate();
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('repeats a button only once after several clicks', () => {
  keepClicks();
  const button = addToPage('<button>Menu</button>');
  const onClick = vi.fn();
  button.addEventListener('click', onClick);
  button.click();
  button.click();
  hydrate();
  expect(onClick).toHaveBeenCalledTimes(1);
});

it('drops a click that is ten seconds old, or on a removed button', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  keepClicks();
  const button = addToPage('<button>Menu</button><button>Gone</button>');
  const gone = button.nextElementSibling as HTMLElement;
  const onClick = vi.fn();
  button.addEventListener('click', onClick);
  gone.addEventListener('click', onClick);
  button.click();
  vi.advanceTimersByTime(10_000);
  gone.click();
  gone.remove();
  hydrate();
  vi.useRealTimers();
  expect(onClick).not.toHaveBeenCalled();
  expect(button.ariaBusy).toBeNull();
});

it('does not touch links', () => {
  keepClicks();
  const link = addToPage('<a href="#map">Map</a>');
  const onClick = vi.fn();
  link.addEventListener('click', onClick);
  link.click();
  expect(onClick).toHaveBeenCalledTimes(1);
});
