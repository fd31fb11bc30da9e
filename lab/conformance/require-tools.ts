import { spawnSync } from 'node:child_process';
import { fail } from '../../test/command-line.ts';

const python =
  'Install Python 3 with venv (on Debian and Ubuntu, also python3-venv): https://www.python.org/downloads/';
const java = 'Install Java 17 and Maven: https://maven.apache.org/install.html';

const tools = {
  python3: { check: ['-c', 'import ensurepip, venv'], advice: python },
  go: { check: ['version'], advice: 'Install Go: https://go.dev/doc/install' },
  java: { check: ['-version'], advice: java },
  mvn: { check: ['--version'], advice: java },
  cargo: { check: ['--version'], advice: 'Install Rust: https://rustup.rs' },
};

export type Tool = keyof typeof tools;

/** Ends the command if tools are missing, and names all of them. */
export function requireTools(needed: Tool[]): void {
  const missing = [...new Set(needed)].filter(
    (tool) => spawnSync(tool, tools[tool].check, { stdio: 'ignore' }).status !== 0,
  );
  if (missing.length > 0)
    fail(missing.map((tool) => `${tool} does not run. ${tools[tool].advice}`).join('\n'));
}
