import * as renderer from '#blog-renderer';
import { events } from '../../../contract/events/events.ts';
import { blogDependencies } from '../../domain/articles/blog-dependencies.ts';
import { publishBlog } from '../../domain/articles/publish-blog.ts';
import { consume } from '../../platform/consume.ts';

const dependencies = blogDependencies(renderer, () => new Date());

/** A new build of the site is there: its pages name other scripts and styles. */
export const handler = consume(events.objectCreated, (_build, context, eventId) =>
  publishBlog(dependencies(eventId, context)),
);
