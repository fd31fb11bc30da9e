import { readFile } from 'node:fs/promises';
import { checkLicense } from './license/check-license.ts';
import { connectToLicenses } from './license/connect-to-licenses.ts';
import { listLicenses } from './license/list-licenses.ts';
import { describeError } from './terminal/describe-error.ts';
import { parseArguments } from './terminal/parse-arguments.ts';
import { writeNewFile } from './terminal/write-new-file.ts';

const usage = `Usage: npm run license -- verify <file> [--stage <name>]
       npm run license -- show <email> [--file <path>] [--stage <name>]

  verify <file>   says what a license file contains, and whether it still opens updates; exits with 1 if it does not
  show <email>    lists the licenses of a person
  --file <path>   also writes their license file to a new file

Without --stage it works on the local cloud. A license file is personal data: delete your copy when you are done.`;

/** The team's command for people whose license does not work. */
async function run(): Promise<void> {
  const { command, subject, file, stage } = readArguments();
  if (command === 'verify') await verify(subject, stage);
  else await show(subject, file, stage);
}

async function verify(file: string, stage: string | undefined): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`There is no file ${file}.`);
    throw error.code === 'EISDIR' ? new Error(`${file} is a folder. Name a license file.`) : error;
  });
  const { lines, works } = await checkLicense(text, await connectToLicenses(stage));
  console.log(lines.join('\n'));
  if (!works) process.exitCode = 1;
}

async function show(email: string, file: string | undefined, stage: string | undefined): Promise<void> {
  const { lines, current } = await listLicenses(email, await connectToLicenses(stage));
  console.log(lines.join('\n'));
  if (file === undefined) return;
  if (!current)
    throw new Error('No file is stored for a license that works, so none was written. See the list above.');
  await writeNewFile(file, current.text);
  console.log(`Wrote the file of ${current.orderId} to ${file}.`);
}

function readArguments() {
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: { stage: { type: 'string' }, file: { type: 'string' } },
  });
  const [command = '', subject = '', ...more] = positionals;
  const isKnown = command === 'show' || (command === 'verify' && values.file === undefined);
  if (!isKnown || !subject || more.length > 0) throw new Error(usage);
  return { command, subject, ...values };
}

run().catch((error: Error) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
