/** The wait for code that makes a page respond ends here, painted or not. */
const patienceMs = 1500;

/** Calls once: when the page is painted and loaded, when the visitor touches it, or when 1.5 s are over. */
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
  // Two frames on, the paint that the browser has just reported is on the screen.
  Promise.all([painted, loaded]).then(() => requestAnimationFrame(() => requestAnimationFrame(call)));
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, call, { once: true, capture: true });
  setTimeout(call, patienceMs);
}
