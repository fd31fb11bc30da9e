import { serveAll } from '../platform/serve-all.ts';
import { compose } from './compose.ts';
import { contact } from './contact.ts';
import { referralImpression } from './referral-impression.ts';
import { reportProblem } from './report-problem.ts';

export const handler = serveAll('visitors', { contact, referralImpression, reportProblem }, compose);
