import { readFile } from 'node:fs/promises';
import { checkLicense } from './license/check-license.ts';
import { connectToLicenses } from './license/connect-to-licenses.ts';
import { describeError } from './terminal/describe-error.ts';
import { parseArguments } from './terminal/parse-arguments.ts';

const usage = `Usage: npm run license -- verify <file> [--stage <name>]

  verify <file>   says what a license file contains, and whether it still opens updates; exits with 1 if it does not

Without --stage it works on the local cloud. A license file is personal data: delete your copy when you are done.`;

/** The team's command for license files that do not work. */
async function run(): Promise<void> {
  const { file, stage } = readArguments();
  const { lines, works } = await checkLicense(await readLicenseFile(file), await connectToLicenses(stage));
  console.log(lines.join('\n'));
  if (!works) process.exitCode = 1;
}

function readLicenseFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`There is no file ${file}.`);
    throw error.code === 'EISDIR' ? new Error(`${file} is a folder. Name a license file.`) : error;
  });
}

function readArguments() {
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: { stage: { type: 'string' } },
  });
  const [command, file, ...more] = positionals;
  if (command !== 'verify' || !file || more.length > 0) throw new Error(usage);
  return { file, ...values };
}

run().catch((error: Error) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
