import { serveAll } from '../platform/serve-all.ts';
import { compose } from './compose.ts';
import { feedback } from './feedback.ts';

export const handler = serveAll('feedback', { feedback }, compose);
