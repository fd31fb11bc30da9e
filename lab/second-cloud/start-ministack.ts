import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fail } from '../../test/command-line.ts';
import { findFreePort } from '../../test/find-free-port.ts';
import { installPython } from '../conformance/install.ts';
import { requireTools } from '../conformance/require-tools.ts';
import { spawnGroup } from './spawn-group.ts';

export const ministackName = 'MiniStack 1.5.33';
/** Its options `full` and `cryptography` sign with RSA and run the functions of CloudFront. */
const requirements = ['ministack[full]==1.5.33', 'cryptography', 'awscli'];
const startSeconds = 60;

/** Installs MiniStack and the command of AWS. Returns the folder of their commands. */
export function installMinistack(): string {
  requireTools(['python3']);
  const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);
  if (status !== 0) fail('MiniStack needs Python 3.10 or later. https://www.python.org/downloads/');
  const [first = '', ...more] = requirements;
  return installPython(first, ...more);
}

export interface Ministack {
  port: number;
  endpoint: string;
  /** Where it keeps the keys of user pools. */
  folder: string;
  /** The environment variables with which programs use it instead of AWS. */
  env: Record<string, string>;
  stop(): void;
}

/**
 * Starts it on 127.0.0.1 in an empty state. It ends with this process, and so do the functions that it started.
 * @param env further variables for it and for all functions
 */
export async function startMinistack(
  commands: string,
  { folder, log, env }: { folder: string; log: string; env: Record<string, string> },
): Promise<Ministack> {
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const client = {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    // The AWS configuration of the user may contain another account.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    PATH: [dirname(process.execPath), commands, process.env.PATH].join(delimiter),
  };
  const output = openSync(log, 'w');
  const { child, end } = spawnGroup(join(commands, 'python'), ['-m', 'ministack'], {
    cwd: folder,
    env: {
      ...process.env,
      ...client,
      ...env,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      NODE_PATH: resolve('node_modules'),
      STATE_DIR: folder,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdio: ['ignore', output, output],
  });
  await untilReady(endpoint, log, () => child.exitCode ?? child.signalCode);
  return { port, endpoint, folder, env: client, stop: end };
}

async function untilReady(endpoint: string, log: string, ended: () => unknown): Promise<void> {
  const isReady = () =>
    fetch(`${endpoint}/_ministack/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  const deadline = Date.now() + startSeconds * 1000;
  while (!(await isReady())) {
    if (ended() !== null || Date.now() > deadline) fail(`${ministackName} did not start. See ${log}.`);
    await setTimeout(200);
  }
}
