import { type ParseArgsConfig, parseArgs } from 'node:util';
import { describeError } from './describe-error.ts';

/**
 * Reads the arguments of a team command. With `--help`, prints the usage and ends the command.
 * @throws Error with the usage for an argument that the command does not have
 */
export function parseArguments<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit();
  }
  try {
    return parseArgs(config);
  } catch {
    throw new Error(usage);
  }
}

/** Runs a team command, and explains its error. */
export function startCommand(run: () => Promise<void>): void {
  run().catch((error: Error) => {
    console.error(describeError(error));
    process.exitCode = 1;
  });
}
