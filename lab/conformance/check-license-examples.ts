import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { signLicense } from '../../lambdas/domain/licenses/sign-license.ts';
import {
  changedLicenses,
  testClaims,
  testLicense,
  testNames,
  testSigner,
  unsignedLicense,
} from '../../lambdas/domain/licenses/test-changed-licenses.ts';
import { fail, refuseArguments, removeTemporaryFilesAtExit } from '../../test/command-line.ts';
import { requireTools } from './require-tools.ts';

// `npm run conformance:license`: compiles the Rust example, and runs it and the Node example on the
// same files. It needs Rust, and a network the first time. `npm test` runs the Node example only.

const numberOfChangedFiles = 10_000;
const rustFolder = 'examples/verify-license-rust';

refuseArguments('conformance:license');
requireTools(['cargo']);
removeTemporaryFilesAtExit();

const dir = mkdtempSync(join(tmpdir(), 'license-files-'));

const { signer, keys, license } = await testLicense();
const keysFile = save('keys.json', JSON.stringify(keys));

const named = await Promise.all(testNames.map((name) => signLicense({ ...testClaims, name }, signer)));
const accepted = [license, `\n ${license}\r\n`, ...named].map((text, index) => save(`valid-${index}`, text));
const changed = fc
  .sample(
    // The commands remove spaces and line breaks around a license.
    changedLicenses(license, signer).filter((text) => text.trim() !== license),
    numberOfChangedFiles,
  )
  .map((text, index) => save(`changed-${index}`, text));
const otherStage = save('other-stage', await signLicense({ ...testClaims, iss: 'lorewright-dev' }, signer));
const unknownKey = save('unknown-key', await signLicense(testClaims, testSigner()));
const forged = save('forged', await signLicense(testClaims, testSigner(signer.keyId)));
const refused = [save('unsigned', unsignedLicense(license)), otherStage, unknownKey, forged, ...changed];

const missing = join(dir, 'missing');
const [valid = ''] = accepted;
const [damaged = ''] = changed;

// The site, for `--updates`: the path of a request is the status of the answer.
const refusal = JSON.stringify({ error: { message: 'This license was refunded.' } });
const site = createServer(({ url }, response) => response.writeHead(Number(url?.slice(1))).end(refusal));
await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
const updates = (status: number) => [
  '--updates',
  `http://127.0.0.1:${(site.address() as AddressInfo).port}/${status}`,
];

/** Arguments, and the code that a program ends with. */
const codes: [args: string[], code: number][] = [
  [[], 2],
  [[keysFile, testClaims.iss], 2],
  [['--help'], 2],
  [checked(valid), 0],
  [checked(missing), 1],
  [[valid, missing, testClaims.iss], 2],
  [checked(damaged), 3],
  [checked(forged), 3],
  [checked(otherStage), 4],
  [checked(unknownKey), 5],
  // The first file that is refused decides.
  [checked(valid, unknownKey, otherStage), 5],
  [[...updates(204), ...checked(valid)], 0],
  [[...updates(403), ...checked(valid)], 6],
  [[...updates(500), ...checked(valid)], 1],
  [[...updates(403), ...checked(otherStage)], 4],
];

await checkProgram('Node', [process.execPath, 'examples/verify-license-node/verify-license.mjs']);
const built = spawnSync('cargo', ['build', '--release', '--locked'], { cwd: rustFolder, stdio: 'inherit' });
if (built.status !== 0) fail('The Rust example does not compile.');
await checkProgram('Rust', [`${rustFolder}/target/release/verify-license`]);
site.close();

/** Runs the program once for all files, then for each code, and fails if one of its results is wrong. */
async function checkProgram(name: string, [program = '', ...args]: string[]): Promise<void> {
  const all = [...accepted, ...refused, keysFile, testClaims.iss];
  const { stdout, stderr } = spawnSync(program, [...args, ...all], { encoding: 'utf8', maxBuffer: 2 ** 30 });
  const verdicts = new Map(
    stdout.split('\n').map((line) => [line.split(': ')[0], line.includes(': valid, ')]),
  );
  const wrong = [
    ...accepted.filter((file) => verdicts.get(file) !== true),
    ...refused.filter((file) => verdicts.get(file) !== false),
  ];
  if (wrong.length > 0) fail(`The ${name} example is wrong about ${wrong.join(', ')}.\n${stderr}`);
  for (const [given, code] of codes) {
    const ended = await codeOf(program, [...args, ...given]);
    if (ended !== code)
      fail(`The ${name} example ends with ${ended} for ${given.join(' ')}, not with ${code}.`);
  }
  console.log(
    `The ${name} example accepts ${accepted.length} licenses and refuses ${refused.length} others, with the ${codes.length} expected codes.`,
  );
}

/** Asynchronous, because the site answers in this process. */
function codeOf(program: string, args: string[]): Promise<number | string | null | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, (error) => resolve(error ? error.code : 0));
  });
}

function checked(...files: string[]): string[] {
  return [...files, keysFile, testClaims.iss];
}

function save(name: string, text: string): string {
  const file = join(dir, name);
  writeFileSync(file, text);
  return file;
}
