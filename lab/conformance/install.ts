import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail } from '../../test/command-line.ts';

/** Other implementations are installed here, from the package registries only. */
export const installationFolder = resolve('.conformance');

/** Installs a Python package in a separate environment, with further packages. Returns the folder of their commands. */
export function installPython(requirement: string, ...more: string[]): string {
  const dir = join(installationFolder, folderName(requirement));
  once(dir, () => {
    run('python3', ['-m', 'venv', dir]);
    run(join(dir, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', requirement, ...more]);
  });
  return join(dir, 'bin');
}

/** Installs a Go command, such as `github.com/stripe/stripe-mock@v0.1.0`. Returns the folder of its program. */
export function installGo(command: string): string {
  const dir = join(installationFolder, folderName(command));
  once(dir, () => run('go', ['install', command], { GOBIN: dir, GOFLAGS: '-modcacherw' }));
  return dir;
}

/** The folder with the source of a Go module that is installed. */
export function goModuleFolder(module: string): string {
  return JSON.parse(read('go', ['mod', 'download', '-json', module])).Dir;
}

/** Installs a package from Maven Central with its dependencies. Returns the folder of the jars. */
export function installMaven(artifact: { group: string; name: string; version: string }): string {
  const { group, name, version } = artifact;
  const dir = join(installationFolder, folderName(`${name}-${version}`));
  once(dir, () => {
    const project = join(dir, 'pom.xml');
    writeFileSync(
      project,
      `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>conformance</groupId><artifactId>conformance</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>
  </dependencies>
</project>
`,
    );
    run('mvn', [
      '--quiet',
      '--batch-mode',
      '--file',
      project,
      'dependency:copy-dependencies',
      `-DoutputDirectory=${dir}`,
    ]);
  });
  return dir;
}

const folderName = (requirement: string) => requirement.replaceAll(/[^\w.@=-]+/g, '-');

/** Runs the installation in a new folder, unless it has succeeded before. */
function once(dir: string, install: () => void): void {
  const mark = join(dir, '.installed');
  if (existsSync(mark)) return;
  mkdirSync(dir, { recursive: true });
  install();
  writeFileSync(mark, '');
}

function run(command: string, args: string[], env: Record<string, string> = {}): void {
  const { error, status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (error) fail(`${command} does not run: ${error.message}`);
  if (status !== 0) fail(`"${command} ${args.join(' ')}" failed. Its output is above.`);
}

const read = (command: string, args: string[]): string =>
  spawnSync(command, args, { encoding: 'utf8' }).stdout;
