import { cognitoModel } from './cognito/cognito-model.ts';
import { cognitoMoto } from './cognito/cognito-moto.ts';
import type { Comparison } from './comparison.ts';
import { dynamodbLocal } from './dynamodb/dynamodb-local.ts';
import { recordedRequests } from './dynamodb/recorded-requests.ts';
import { eventsMoto } from './events/events-moto.ts';
import { putEventsMoto } from './events/put-events-moto.ts';
import { queuesMoto } from './events/queues-moto.ts';
import { mailMoto, mailSesLocal } from './mail/mail-comparisons.ts';
import type { Tool } from './require-tools.ts';
import { motoS3, versityS3 } from './s3/s3-comparisons.ts';
import { stripeEvents } from './stripe/stripe-events.ts';
import { stripeMock } from './stripe/stripe-mock.ts';
import { stripeRefusals } from './stripe/stripe-refusals.ts';

/** The comparisons by the names of our fakes. */
export const comparisons: Record<string, { needs: Tool[]; against: Comparison[] }> = {
  cognito: { needs: ['python3'], against: [cognitoMoto, cognitoModel] },
  events: { needs: ['python3'], against: [eventsMoto, putEventsMoto, queuesMoto] },
  mail: { needs: ['python3'], against: [mailSesLocal, mailMoto] },
  stripe: { needs: ['go'], against: [stripeMock, stripeEvents, stripeRefusals] },
  dynamodb: { needs: ['java', 'mvn'], against: [dynamodbLocal, recordedRequests] },
  s3: { needs: ['python3', 'go'], against: [motoS3, versityS3] },
};
