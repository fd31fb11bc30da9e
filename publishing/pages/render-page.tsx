import { type ComponentType, StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../../web/src/app.tsx';

/** Renders the HTML of a page at a path. Its code must be loaded. Throws the errors of the page. */
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
      // By default, React sends larger parts separately and moves them into place with an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // An error inside a Suspense boundary does not reject, because React would render the boundary in the browser.
      onError: (error) => {
        failures.push(error);
      },
    },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw new AggregateError(failures, `Rendering ${path} failed`);
  return html;
}
