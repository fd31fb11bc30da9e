import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../src/app.tsx';
import { pageOfPath } from '../src/pages.ts';

/** The HTML of a page as React renders it. Throws what the page throws. */
export async function renderPage(path: string): Promise<string> {
  await pageOfPath(path).page.preload();
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
    {
      // Larger parts would otherwise be sent separately and put in place by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // An error inside a Suspense boundary does not reject: it leaves the boundary to the browser.
      onError: (error) => {
        failures.push(error);
      },
    },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw new AggregateError(failures, `Rendering ${path} failed`);
  return html;
}
