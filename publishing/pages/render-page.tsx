import { type ComponentType, StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../../web/src/app.tsx';

/** The HTML of a page as React renders it at a path; its code has been loaded. Throws what the page throws. */
export async function renderPage(path: string, page: { Component: ComponentType }): Promise<string> {
  const shown = { path, page };
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App pageOf={() => shown} />
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
