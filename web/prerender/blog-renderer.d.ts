/** `dist/prerender/blog-renderer.js`, which the build writes: the renderer with the templates of that build. */
type BlogRenderer = ReturnType<typeof import('./render-blog.ts').blogRenderer>;

export const renderArticle: BlogRenderer['renderArticle'];
export const renderLists: BlogRenderer['renderLists'];
