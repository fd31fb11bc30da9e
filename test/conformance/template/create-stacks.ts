import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { zipSync } from 'fflate';
import { region, siteNameOf, stages } from '../../../lib/stages.ts';
import type { Template } from '../../../scripts/build/keep-template.ts';
import { siteTemplates } from '../../../scripts/build/site-template.ts';
import { markdownTable } from '../../../scripts/commands/terminal/computed-sections.ts';
import { refuseArguments, removeTemporaryFilesAtExit } from '../../command-line.ts';
import { motoCommands, motoName, startMoto } from '../install-moto.ts';
import { requireTools } from '../require-tools.ts';
import { writeSection } from '../write-section.ts';
import { motoAccount, motoTemplate } from './moto-template.ts';

// `npm run conformance:stacks`: creates the stacks of `prod` in moto's CloudFormation, in the order of
// a deployment, as far as moto supports their resources. It fails when a stack is not created
// completely, or when an output has no value. It needs Python, and a network the first time.

refuseArguments('conformance:stacks');
requireTools(['python3']);
removeTemporaryFilesAtExit();

const commands = motoCommands('server,all');
const templates = await siteTemplates({
  siteName: siteNameOf('prod'),
  account: motoAccount,
  settings: stages.prod,
  siteFolder: 'dist/web',
});
const types = readSupportedTypes();
const server = await startMoto({ commands });
const credentials = { accessKeyId: 'conformance', secretAccessKey: 'conformance' };
const client = { endpoint: server.url, region, credentials, forcePathStyle: true, maxAttempts: 1 };
const cloudFormation = new CloudFormationClient(client);

interface Created {
  stack: string;
  resources: number;
  created: number;
  outputs: number;
  imports: number;
}

try {
  await bootstrap();
  const rows: Created[] = [];
  const outputs = new Map<string, string>();
  for (const [stack, template] of Object.entries(templates)) {
    const made = await createStack(stack, template, outputs);
    console.log(`Created ${made.created} of ${made.resources} resources of ${stack}.`);
    rows.push(made);
  }
  writeSection('stacks', render(rows));
} finally {
  await server.stop();
}
// A client of an SDK may keep a connection open.
process.exit();

/** Creates what `cdk bootstrap` and the upload of assets create. The content of archives does not matter. */
async function bootstrap(): Promise<void> {
  const s3 = new S3Client(client);
  const bucket = `cdk-hnb659fds-assets-${motoAccount}-${region}`;
  const archive = zipSync({ 'index.js': new Uint8Array() });
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  for (const key of new Set(JSON.stringify(templates).match(/(?<=")[0-9a-f]{64}\.zip(?=")/g)))
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: archive }));
  const version = { Name: '/cdk-bootstrap/hnb659fds/version', Value: '30', Type: 'String' } as const;
  await new SSMClient(client).send(new PutParameterCommand(version));
}

/** @throws Error when a resource or an output is missing */
async function createStack(name: string, template: Template, outputs: Map<string, string>): Promise<Created> {
  const body = motoTemplate(template, types, outputs);
  const capabilities = { Capabilities: ['CAPABILITY_IAM' as const] };
  await cloudFormation.send(
    new CreateStackCommand({ StackName: name, TemplateBody: JSON.stringify(body), ...capabilities }),
  );
  const { Stacks: [stack] = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: name }));
  if (stack?.StackStatus !== 'CREATE_COMPLETE')
    throw new Error(`The stack ${name} is ${stack?.StackStatus}.`);
  for (const { OutputKey: key, OutputValue: value } of stack.Outputs ?? [])
    if (value) outputs.set(`${name} ${key}`, value);
  const lost = Object.keys(template.Outputs ?? {}).filter((key) => !outputs.has(`${name} ${key}`));
  if (lost.length > 0) throw new Error(`The stack ${name} has no value for ${lost.join(', ')}.`);
  const { StackResources: made = [] } = await cloudFormation.send(
    new DescribeStackResourcesCommand({ StackName: name }),
  );
  const ids = made.map(({ LogicalResourceId: id }) => id);
  const missing = Object.keys(body.Resources).filter((id) => !ids.includes(id));
  if (missing.length > 0) throw new Error(`The stack ${name} has no ${missing.join(', ')}.`);
  return {
    stack: name,
    resources: Object.keys(template.Resources).length,
    created: made.length,
    outputs: Object.keys(template.Outputs ?? {}).length,
    imports: new Set(JSON.stringify(template).match(/"Fn::ImportValue":"[^"]+"/g)).size,
  };
}

function readSupportedTypes(): Set<string> {
  const program =
    'import json; from moto.cloudformation.parsing import get_model_map; print(json.dumps(list(get_model_map())))';
  const { stdout, stderr } = spawnSync(join(commands, 'python'), ['-c', program], { encoding: 'utf8' });
  if (!stdout) throw new Error(`moto does not run: ${stderr}`);
  return new Set(JSON.parse(stdout));
}

function render(rows: Created[]): string {
  const table = markdownTable(
    ['stack, in order', 'resources', 'created', 'outputs with a value', 'imports resolved'],
    rows.map(({ stack, ...counts }) => [
      stack,
      ...[counts.resources, counts.created, counts.outputs, counts.imports].map(String),
    ]),
  );
  const all = Object.values(templates).flatMap(({ Resources }) => Object.values(Resources));
  const unsupported = Map.groupBy(
    all.filter(({ Type: type }) => !types.has(type)),
    ({ Type: type }) => type,
  );
  const list = [...unsupported].map(([type, ofType]) => `${type} (${ofType.length})`).sort();
  return `Created by ${motoName}:\n\n${table}\n\nMoto does not support: ${list.join(', ')}.`;
}
