import { Logger } from '@aws-lambda-powertools/logger';

/** Structured logs. Bodies, tokens, codes, addresses and secrets never go in here. */
export const logger = new Logger();
