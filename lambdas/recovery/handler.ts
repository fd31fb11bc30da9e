import { serveAll } from '../platform/serve-all.ts';
import { compose } from './compose.ts';
import { recoverAccount } from './recover-account.ts';

export const handler = serveAll('recovery', { recoverAccount }, compose);
