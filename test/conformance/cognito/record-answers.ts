import { buffer } from 'node:stream/consumers';
import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { answerOf, type SdkAnswer } from '../answer.ts';
import type { ServiceAnswer } from '../answer-violations.ts';
import { cognitoProbes } from './cognito-probes.ts';
import { type ComparablePool, startOurPool } from './comparable-pool.ts';

type Client = ComparablePool['client'];

let recorded: Promise<ServiceAnswer[]> | undefined;

/**
 * Records the answers of our fake to all requests of the probes, before the SDK drops unknown fields.
 * @throws Error when no probe succeeds with an operation of the fake
 */
export function recordAnswers(): Promise<ServiceAnswer[]> {
  recorded ??= record();
  return recorded;
}

async function record(): Promise<ServiceAnswer[]> {
  const { service: pool, stop } = await startOurPool();
  try {
    const answers = keepAnswers(pool.client);
    for (const { run } of cognitoProbes) await run(pool);
    const toProbes = [...answers];
    const succeeded = toProbes.filter(({ status }) => status === 200);
    await requireAllOperations(pool.client, new Set(succeeded.map(({ operation }) => operation)));
    return toProbes;
  } finally {
    await stop();
  }
}

function keepAnswers(client: Client): ServiceAnswer[] {
  const answers: ServiceAnswer[] = [];
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next(args);
        const response = result.response as { statusCode: number; body: AsyncIterable<Uint8Array> | Buffer };
        const body = await buffer(response.body as AsyncIterable<Uint8Array>);
        response.body = body;
        answers.push({
          operation: operationOf(commandName),
          status: response.statusCode,
          body: JSON.parse(body.toString()),
        });
        return result;
      },
    { step: 'deserialize', priority: 'low' },
  );
  return answers;
}

const operationOf = (commandName: string) => commandName.replace(/Command$/, '');

async function requireAllOperations(client: Client, succeeded: Set<string>): Promise<void> {
  for (const [name, command] of Object.entries(sdk)) {
    if (!/^[A-Z]\w+Command$/.test(name) || succeeded.has(operationOf(name))) continue;
    const Command = command as new (input: object) => sdk.GetUserCommand;
    const call: Promise<SdkAnswer> = client.send(new Command({}));
    const { name: error } = (await answerOf(call)) as { name?: string };
    if (error !== 'UnknownOperationException')
      throw new Error(`No probe succeeds with ${operationOf(name)}.`);
  }
}
