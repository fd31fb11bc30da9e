import { type ServicesOptions, startAwsServices } from '../../local/aws-services.ts';
import type { Listening } from '../../local/server/listen.ts';

const absent = (service: string) =>
  new Proxy(
    {},
    {
      get() {
        throw new Error(`This comparison has no ${service}.`);
      },
    },
  );

/** Our fakes behind the protocols of AWS, without those that a comparison does not use. */
export const startOurServices = (services: Partial<ServicesOptions>): Promise<Listening> =>
  startAwsServices({
    bus: absent('bus') as ServicesOptions['bus'],
    queues: absent('queues') as ServicesOptions['queues'],
    mailer: absent('mailer') as ServicesOptions['mailer'],
    secrets: absent('secrets') as ServicesOptions['secrets'],
    keys: absent('keys') as ServicesOptions['keys'],
    publishToChannel: () => ({ status: 404, body: {} }),
    answerMetrics: () => undefined,
    functions: [],
    parameters: {},
    ...services,
  });
