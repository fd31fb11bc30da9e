import type { Comparison } from './comparison.ts';
import { dynamodbLocal } from './dynamodb/dynamodb-local.ts';
import { recordedRequests } from './dynamodb/recorded-requests.ts';
import type { Tool } from './require-tools.ts';
import { stripeEvents } from './stripe/compare-events.ts';
import { stripeMock } from './stripe/stripe-mock.ts';
import { stripeRefusals } from './stripe/stripe-refusals.ts';

/** The comparisons by the names of our fakes. */
export const comparisons: Record<string, { needs: Tool[]; against: Comparison[] }> = {
  stripe: { needs: ['go'], against: [stripeMock, stripeEvents, stripeRefusals] },
  dynamodb: { needs: ['java', 'mvn'], against: [dynamodbLocal, recordedRequests] },
};
