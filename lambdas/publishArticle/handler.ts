import * as renderer from '#blog-renderer';
import { events } from '../../contract/events.ts';
import { blogDependencies } from '../articles/blog-dependencies.ts';
import { publishArticle } from '../articles/publish-article.ts';
import { consume } from '../platform/consume.ts';

const dependencies = blogDependencies(renderer, () => new Date());

export const handler = consume(events.articleChanged, ({ slug }, context, eventId) =>
  publishArticle(dependencies(eventId, context), slug),
);
