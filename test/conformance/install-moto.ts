import { join } from 'node:path';
import { installPython } from './install.ts';
import { startProgram } from './start-program.ts';

const version = '5.2.5';

export const motoName = `moto ${version}`;

/**
 * Installs moto. Returns the folder of its commands.
 * @param extras what moto needs besides its server; `all` for CloudFormation
 */
export const motoCommands = (extras: 'server' | 'server,all' = 'server') =>
  installPython(`moto[${extras}]==${version}`);

export const installMoto = async () => void motoCommands();

/** moto imitates AWS for tests. It implements many services, each in part. */
export const startMoto = ({ commands = motoCommands(), env = {} }: MotoOptions = {}) =>
  startProgram(join(commands, 'moto_server'), (port) => ['-H', '127.0.0.1', '-p', String(port)], { env });

interface MotoOptions {
  commands?: string;
  env?: Record<string, string>;
}

export const testClientConfig = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'conformance', secretAccessKey: 'conformance' },
  maxAttempts: 1,
});
