/**
 * Replaces texts like the translators of Chrome and Edge: each becomes new text inside two `font`
 * elements, even when it arrives later. React keeps the old text, which is no longer part of the page
 * (facebook/react issue 11538). Runs in the page, as an init script.
 * @param options.begins before hydration, as for a language that is always translated, or after it
 * @param options.changesWords if not, tests find the texts of the original
 */
export function translatePage({ begins, changesWords }: { begins: string; changesWords: boolean }): void {
  const untranslated = 'script, style, noscript, textarea, title, font font, .notranslate, [translate="no"]';

  function font(): HTMLElement {
    const element = document.createElement('font');
    element.style.verticalAlign = 'inherit';
    return element;
  }

  function translateText(text: Text): void {
    if (!text.data.trim() || !text.isConnected || text.parentElement?.closest(untranslated)) return;
    const [outer, inner] = [font(), font()];
    inner.textContent = changesWords ? text.data.toUpperCase() : text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }

  function translateWithin(node: Node): void {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = node instanceof Text ? [node] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translateText);
  }

  function begin(): void {
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') translateWithin(target);
        addedNodes.forEach(translateWithin);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    translateWithin(document.body);
  }

  if (begins === 'before hydration') {
    document.addEventListener('DOMContentLoaded', begin);
    return;
  }
  const hydration = new MutationObserver(() => {
    if (!document.documentElement?.hasAttribute('data-hydrated')) return;
    hydration.disconnect();
    begin();
  });
  hydration.observe(document, { attributes: true, subtree: true, attributeFilter: ['data-hydrated'] });
}
