import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { CommandFailed, EXIT } from './exit.ts';
import type { Shell } from './shell.ts';

/** Asks a question at the terminal. */
export const askLine = (shell: Shell, question: string): Promise<string> => ask(shell, question, shell.stderr);

/** Reads a secret: at a terminal without echo, otherwise all of standard input. */
export async function askSecret(shell: Shell, question: string): Promise<string> {
  if (!shell.stdin.isTTY) return (await text(shell.stdin)).replace(/\r?\n$/, '');
  shell.stderr.write(question);
  const secret = await ask(shell, '', nowhere());
  shell.stderr.write('\n');
  return secret;
}

function ask({ stdin }: Shell, question: string, output: Writable): Promise<string> {
  const lines = createInterface({ input: stdin, output, terminal: true });
  return new Promise((resolve, reject) => {
    lines.question(question, (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => reject(new CommandFailed(EXIT.usage, 'Nothing was entered.')));
  });
}

const nowhere = (): Writable => new Writable({ write: (_, __, done) => done() });
