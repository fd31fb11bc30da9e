import { cleanup } from '@testing-library/react';

// Component tests of a worker share one jsdom document, because packages such as React and Testing
// Library keep the first one they see, and a new worker takes a second to load them. This setup
// file runs before each of them and undoes what the file before has left.

type Listener = [type: string, listener: EventListener, options?: boolean | EventListenerOptions];

/** The listeners of our modules of the previous file. Those modules are loaded again. */
const shared = globalThis as { listenersOfFile?: { target: EventTarget; added: Listener[] }[] };

/** React listens once for all of its roots. */
const typesOfReact = ['selectionchange'];

export function resetDocument(): void {
  cleanup();
  for (const { target, added } of shared.listenersOfFile ?? [])
    for (const listener of added.splice(0)) target.removeEventListener(...listener);
  shared.listenersOfFile ??= [window, document].map(recordListeners);
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}

/** Records the listeners that are added to a target from now on. */
function recordListeners(target: EventTarget) {
  const added: Listener[] = [];
  const add = target.addEventListener.bind(target);
  target.addEventListener = (...listener: unknown[]) => {
    if (!typesOfReact.includes(String(listener[0]))) added.push(listener as Listener);
    add(...(listener as Listener));
  };
  return { target, added };
}

resetDocument();
