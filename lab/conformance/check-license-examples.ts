import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
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

checkProgram('Node', [process.execPath, 'examples/verify-license-node/verify-license.mjs']);
const built = spawnSync('cargo', ['build', '--release', '--locked'], { cwd: rustFolder, stdio: 'inherit' });
if (built.status !== 0) fail('The Rust example does not compile.');
checkProgram('Rust', [`${rustFolder}/target/release/verify-license`]);

/** Runs the program once for all files, and fails if one of its results is wrong. */
function checkProgram(name: string, [program = '', ...args]: string[]): void {
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
  for (const [file, code] of [
    [forged, 3],
    [otherStage, 4],
    [unknownKey, 5],
  ] as const) {
    const { status } = spawnSync(program, [...args, file, keysFile, testClaims.iss]);
    if (status !== code) fail(`The ${name} example ends with ${status} for ${file}, not with ${code}.`);
  }
  if (spawnSync(program, args).status !== 2) fail(`The ${name} example does not explain its usage.`);
  console.log(
    `The ${name} example accepts ${accepted.length} licenses and refuses ${refused.length} others.`,
  );
}

function save(name: string, text: string): string {
  const file = join(dir, name);
  writeFileSync(file, text);
  return file;
}
