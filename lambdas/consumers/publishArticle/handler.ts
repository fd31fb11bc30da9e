import * as renderer from '#blog-renderer';
import { events } from '../../../contract/events/events.ts';
import { blogDependencies } from '../../domain/articles/blog-dependencies.ts';
import { publishArticle } from '../../domain/articles/publish-article.ts';
import { consume } from '../../platform/consume.ts';

const dependencies = blogDependencies(renderer, () => new Date());

export const handler = consume(events.articleChanged, ({ slug }, context, eventId) =>
  publishArticle(dependencies(eventId, context), slug),
);
