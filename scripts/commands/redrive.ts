import { connectToQueues, describeWaiting, moveBack } from './redrive/dead-letter-queue.ts';
import type { DeadLetterQueue } from './redrive/find-queues.ts';
import { describeError } from './terminal/describe-error.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run redrive -- [list] [<function>] [--stage <name>]

  (nothing)      lets SQS move the dead letters of every function back to its queue
  <function>     only those of this function, by its folder under lambdas/
  list           shows the dead letters, and changes nothing

Without --stage it works on the local cloud. docs/alarms.md says when to use it.`;

/** The team's command for dead letters. */
async function run(): Promise<void> {
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: { stage: { type: 'string' } },
  });
  const isListing = positionals[0] === 'list';
  const [consumer, ...more] = isListing ? positionals.slice(1) : positionals;
  if (more.length > 0) throw new Error(usage);
  const { sqs, queues } = await connectToQueues(values.stage);
  let isEmpty = true;
  for (const queue of choose(queues, consumer)) {
    try {
      const waiting = await describeWaiting(sqs, queue);
      if (!waiting) continue;
      isEmpty = false;
      console.log(waiting);
      const moved = isListing ? 0 : await moveBack(sqs, queue);
      if (moved > 0) console.log(`${queue.consumer}: SQS started to move about ${moved} back`);
    } catch (error) {
      // For example, SQS is already moving the messages of this queue.
      fail(`${queue.consumer}: ${describeError(error as Error)}`);
      isEmpty = false;
    }
  }
  if (isEmpty) console.log('There are no dead letters.');
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}

/** @throws Error that lists the consumers */
function choose(queues: DeadLetterQueue[], consumer: string | undefined): DeadLetterQueue[] {
  if (consumer === undefined) return queues;
  const chosen = queues.filter((queue) => queue.consumer === consumer);
  if (chosen.length > 0) return chosen;
  const names = [...new Set(queues.map((queue) => queue.consumer))].join(', ');
  throw new Error(`There is no consumer "${consumer}". The consumers are: ${names}.`);
}

startCommand(run);
