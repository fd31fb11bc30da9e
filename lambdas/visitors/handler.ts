import { serveAll } from '../platform/serve-all.ts';
import { compose } from './compose.ts';
import { contact } from './contact.ts';
import { manualFeedback } from './manual-feedback.ts';
import { referralImpression } from './referral-impression.ts';
import { reportProblem } from './report-problem.ts';
import { subscribe } from './subscribe.ts';

export const handler = serveAll(
  'visitors',
  { contact, manualFeedback, referralImpression, reportProblem, subscribe },
  compose,
);
