import { operations } from '../../../contract/operations/operations.ts';
import { articleDesk } from '../../domain/articles/article-desk.ts';
import { serveDesk } from '../../domain/desk/serve-desk.ts';
import { dynamodb } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';

const { ARTICLES_TABLE } = readConfig({ ARTICLES_TABLE: resourceName });
const articles = articleDesk(dynamodb(), ARTICLES_TABLE);

export const handler = serveDesk(operations.deskArticles, ({ data: { status, cursor } }) =>
  articles.page(status, cursor),
);
