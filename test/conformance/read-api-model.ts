import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ApiModel } from './answer-violations.ts';
import { motoCommands } from './install-moto.ts';

/**
 * Reads the description that AWS publishes of the API of a service. It is a part of AWS's SDK for
 * Python, which moto uses.
 * @param service such as `cognito-idp`
 */
export function readApiModel(service: string): ApiModel {
  const cwd = join(motoCommands(), '..');
  const [file] = globSync(`lib/python3*/site-packages/botocore/data/${service}/*/service-2.json.gz`, { cwd });
  if (!file) throw new Error(`${cwd} contains no description of ${service}.`);
  return JSON.parse(gunzipSync(readFileSync(join(cwd, file))).toString());
}
