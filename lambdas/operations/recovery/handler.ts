import { serveAll } from '../../platform/serve-all.ts';
import { endRegistration } from './end-registration.ts';
import { recoverAccount } from './recover-account.ts';

export const handler = serveAll('recovery', { endRegistration, recoverAccount });
