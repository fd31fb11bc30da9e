/**
 * `dist/prerender/blog-renderer.js`, which the build writes: the renderer with the templates of
 * that build.
 */
type BlogRenderer = import('../../contract/records/blog-renderer.ts').BlogRenderer;

export const build: BlogRenderer['build'];
export const renderArticle: BlogRenderer['renderArticle'];
export const renderLists: BlogRenderer['renderLists'];
