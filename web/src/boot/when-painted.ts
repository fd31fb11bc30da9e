/** The longest wait before the code that hydrates a page. */
const patienceMs = 1500;

/**
 * Calls once: when the page is painted and loaded, at the visitor's first touch, or after 1.5 s.
 */
export function whenPainted(callback: () => void): void {
  let isCalled = false;
  const call = () => {
    if (isCalled) return;
    isCalled = true;
    callback();
  };
  const painted = new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  });
  const loaded = new Promise((resolve) => addEventListener('load', resolve));
  // After two frames, the paint that the browser has just reported is on the screen.
  Promise.all([painted, loaded]).then(() => requestAnimationFrame(() => requestAnimationFrame(call)));
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, call, { once: true, capture: true });
  setTimeout(call, patienceMs);
}
