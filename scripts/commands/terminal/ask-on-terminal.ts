import { createInterface } from 'node:readline/promises';

/** Asks the person at the terminal. Undefined without a terminal: in a pipe, or on GitHub. */
export const askOnTerminal: ((question: string) => Promise<string>) | undefined = process.stdin.isTTY
  ? ask
  : undefined;

export const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer.trim());

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
