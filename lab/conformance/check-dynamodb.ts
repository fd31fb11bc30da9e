import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { refuseArguments } from '../../test/command-line.ts';
import { endWithThisProcess } from '../../test/end-with-this-process.ts';
import { installMaven } from './install.ts';
import { requireTools } from './require-tools.ts';
import { startProgram } from './start-program.ts';

// `npm run conformance:dynamodb`: runs the unit tests of our stores on DynamoDB Local, by Amazon,
// instead of on our fake. It needs Java and Maven, and a network the first time.

refuseArguments('conformance:dynamodb');
requireTools(['java', 'mvn']);

const jars = installMaven({ group: 'software.amazon.dynamodb', name: 'DynamoDBLocal', version: '3.3.1' });
const { url, stop } = await startProgram('java', (port) => [
  `-Djava.library.path=${jars}`,
  '-cp',
  `${jars}/*`,
  'software.amazon.dynamodb.services.local.main.ServerRunner',
  '-inMemory',
  '-disableTelemetry',
  '-port',
  String(port),
]);
const files = globSync('lambdas/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('testTables('),
);
const tests = spawn('vitest', ['run', '--project=unit*', '--testTimeout=120000', ...files], {
  stdio: 'inherit',
  env: { ...process.env, DYNAMODB_LOCAL_URL: url },
});
endWithThisProcess(tests);
const [code] = await once(tests, 'exit');
await stop();
process.exit(code ?? 1);
