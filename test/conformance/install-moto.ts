import { join } from 'node:path';
import { installPython } from './install.ts';
import { startProgram } from './start-program.ts';

const version = '5.2.5';
const requirement = `moto[server]==${version}`;

export const motoName = `moto ${version}`;
export const installMoto = async () => void installPython(requirement);

/** moto imitates AWS for tests. It implements many services, each in part. */
export const startMoto = (env: Record<string, string> = {}) =>
  startProgram(
    join(installPython(requirement), 'moto_server'),
    (port) => ['-H', '127.0.0.1', '-p', String(port)],
    { env },
  );

export const testClientConfig = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'conformance', secretAccessKey: 'conformance' },
  maxAttempts: 1,
});
