import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type * as Axe from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Violation {
  /** The id of the rule. */
  id: string;
  html: string[];
}

/**
 * The violations that axe finds on the current page, without frames. It runs in the page itself:
 * `@axe-core/playwright` opens another page for each run, which takes four times as long.
 * @param rules by default all that axe runs, and its rule for the size of targets
 */
export async function findViolations(page: Page, rules?: string[]): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    // Elsewhere, the sticky header may cover all but a line of a button, which is then too small for `target-size`.
    window.scrollTo(0, 0);
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      // Some rules for WCAG 2.2 run only on request.
      ...(only
        ? { runOnly: { type: 'rule', values: only } }
        : { rules: { 'target-size': { enabled: true } } }),
    });
    return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
  }, rules);
}
