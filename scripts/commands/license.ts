import { readFile, writeFile } from 'node:fs/promises';
import { KMSClient } from '@aws-sdk/client-kms';
import { kmsSigner } from '../../lambdas/domain/licenses/kms-signer.ts';
import { region } from '../../lib/stages.ts';
import { pledgeFiles, signPledge } from '../../publishing/security/signed-pledge.ts';
import { checkLicense } from './license/check-license.ts';
import { connectToLicenses } from './license/connect-to-licenses.ts';
import { readOutputs } from './stage/connect.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run license -- <command> [--stage <name>]

  verify <file>   says what a license file contains, and whether it still opens updates; exits with 1 if it does not
  sign-pledge     signs the page /if-we-stop with the key of a stage on AWS; commit the file that it writes

Without --stage it works on the local cloud. A license file is personal data: delete your copy when you are done.`;

/** The team's command for license files that do not work. */
async function run(): Promise<void> {
  const { command, file, stage } = readArguments();
  if (command === 'sign-pledge') return storeSignedPledge(stage);
  const { lines, works } = await checkLicense(await readLicenseFile(file), await connectToLicenses(stage));
  console.log(lines.join('\n'));
  if (!works) process.exitCode = 1;
}

async function storeSignedPledge(stage: string | undefined): Promise<void> {
  if (stage === undefined || stage === 'local')
    throw new Error('Name the stage whose key signs the pledge: --stage prod');
  const [keyId] = JSON.parse((await readOutputs(stage))('LicenseKeyIds')) as string[];
  if (!keyId) throw new Error(`The stage ${stage} has no key for licenses. Deploy it first.`);
  const text = await readFile(pledgeFiles.text, 'utf8');
  await writeFile(pledgeFiles.signed, await signPledge(text, kmsSigner(new KMSClient({ region }), keyId)));
  console.log(`Wrote ${pledgeFiles.signed}. Commit it: the next deployment publishes it at /if-we-stop.jws.`);
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
  if (command === 'sign-pledge' && !file) return { command, file: '', ...values };
  if (command !== 'verify' || !file || more.length > 0) throw new Error(usage);
  return { command, file, ...values };
}

startCommand(run);
