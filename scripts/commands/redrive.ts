import { connectToQueues } from './redrive/connect-to-queues.ts';
import { isOfQueue, listDeadLetters, moveBack, redrive } from './redrive/dead-letter-queue.ts';
import { describeRedriven, describeWaiting } from './redrive/describe-dead-letters.ts';
import type { DeadLetterQueue } from './redrive/find-queues.ts';
import { describeError } from './terminal/describe-error.ts';
import { parseArguments } from './terminal/parse-arguments.ts';

const usage = `Usage: npm run redrive -- [list] [<function>] [--stage <name>]

  (nothing)      sends the dead letters of every function to it again
  <function>     only those of this function, by its folder under lambdas/consumers/
  list           shows the dead letters, and changes nothing

Without --stage it works on the local cloud. docs/alarms.md says when to use it.`;

/** The team's command for dead letters. */
async function run(): Promise<void> {
  const { positionals, values } = readArguments();
  const isListing = positionals[0] === 'list';
  const [consumer, ...more] = isListing ? positionals.slice(1) : positionals;
  if (more.length > 0) throw new Error(usage);
  const { sqs, lambda, queues } = await connectToQueues(values.stage);
  const chosen = choose(queues, consumer);

  if (isListing) {
    const found = await Promise.all(
      chosen.map(async (queue) => describeWaiting(queue, await listDeadLetters(sqs, queue))),
    );
    console.log(found.flat().join('\n') || 'There are no dead letters.');
    return;
  }
  let isQuiet = true;
  for (const queue of chosen) {
    const onSent = (sent: number) => showProgress(`${queue.consumer}: ${sent} sent again …`);
    const redriven = isOfQueue(queue)
      ? await moveBack(sqs, queue)
      : await redrive({ sqs, lambda, queue, onSent });
    showProgress('');
    const lines = describeRedriven(queue, redriven);
    if (lines.length > 0) console.log(lines.join('\n'));
    if (redriven.unreadable.length > 0) process.exitCode = 1;
    isQuiet &&= lines.length === 0;
  }
  if (isQuiet) console.log('There are no dead letters.');
}

function readArguments() {
  return parseArguments(usage, { allowPositionals: true, options: { stage: { type: 'string' } } });
}

/** @throws Error that lists the consumers */
function choose(queues: DeadLetterQueue[], consumer: string | undefined): DeadLetterQueue[] {
  if (consumer === undefined) return queues;
  const chosen = queues.filter((queue) => queue.consumer === consumer);
  if (chosen.length > 0) return chosen;
  const names = queues.map((queue) => queue.consumer).join(', ');
  throw new Error(`There is no consumer "${consumer}". The consumers are: ${names}.`);
}

function showProgress(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${line}\x1b[K`);
}

run().catch((error: Error) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
