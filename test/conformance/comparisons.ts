import type { Comparison } from './comparison.ts';
import { dynamodbLocal } from './dynamodb/dynamodb-local.ts';

/** The comparisons by the names of our fakes. */
export const comparisons: Record<string, Comparison[]> = {
  dynamodb: [dynamodbLocal],
};
