import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// `npm run` starts the team's commands with `node scripts/commands/terminal/run-command.ts <script>
// …`. A script cannot report a mistake in a file that it imports, such as lib/stages.ts, because
// Node reads all of them before it runs the first line.

const [script = ''] = process.argv.splice(2, 1);

// `npm run doctor | head -1` closes the output early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

await import(pathToFileURL(resolve(script)).href).catch(async (error: Error) => {
  const place = placeOf(error) ?? (await findSyntaxError());
  if (!place) throw error;
  console.error(`${place}: ${error.message}\nNothing was done. Correct this line, then try again.`);
  process.exitCode = 1;
});

/**
 * The place that Node reports: before the message of a syntax error, in the first line of the stack
 * of a runtime error.
 */
function placeOf({ name, stack = '' }: Error): string | undefined {
  const [, above, line] = /^(\S+\.[jt]s):(\d+)\n/.exec(stack) ?? [];
  if (above && line) return describePlace(above, line);
  if (name === 'SyntaxError') return undefined;
  const [, file, lineOfFrame] = /\n {4}at (?:.+ \()?(file:\S+\.[jt]s):(\d+):\d+\)?/.exec(stack) ?? [];
  return file && lineOfFrame ? describePlace(file, lineOfFrame) : undefined;
}

function describePlace(file: string, line: string): string {
  return `${relative('', file.startsWith('file:') ? fileURLToPath(file) : file)}:${line}`;
}

/** For some mistakes, such as a repeated declaration, Node reports no place. */
async function findSyntaxError(): Promise<string | undefined> {
  try {
    await build({
      entryPoints: [script],
      bundle: true,
      write: false,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    });
  } catch (error) {
    const [first] =
      (error as { errors?: { location: { file: string; line: number } | null }[] }).errors ?? [];
    if (first?.location) return describePlace(resolve(first.location.file), String(first.location.line));
  }
}
