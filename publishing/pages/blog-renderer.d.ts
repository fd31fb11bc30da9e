/**
 * `dist/prerender/blog-renderer.js`, which the build writes: the renderers with the templates of
 * that build.
 */
type CollectionName = import('../../contract/records/article-collections.ts').CollectionName;
type BlogRenderer = import('../../contract/records/blog-renderer.ts').BlogRenderer;

export const renderers: Record<CollectionName, BlogRenderer>;
