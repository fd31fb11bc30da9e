import { consumeAll } from '../platform/consume.ts';
import { compose } from './compose.ts';
import { haltRollouts } from './halt-rollouts.ts';
import { publishUploaded } from './publish-uploaded.ts';

export const handler = consumeAll([publishUploaded, haltRollouts], compose);
