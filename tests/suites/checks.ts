import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ROOT, UNSWEPT } from './suites.ts';

/** The commands that change nothing and start no tests. They run at the same time, since some use one core only. */
const CHECKS = ['format:check', 'types', 'lint', 'unused'];

/** Those that run a compiler in Go, one at a time each. */
const COMPILING = new Set(['types', 'lint']);

/** Runs one and prints its duration, and its output when it failed. */
async function succeeds(name: string): Promise<boolean> {
  const startedAt = performance.now();
  const env = { ...process.env, ...(COMPILING.has(name) && UNSWEPT) };
  const child = spawn('npm', ['run', '--silent', name], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`  ${name}: ${code === 0 ? 'passed' : 'failed'}, ${seconds} s\n`);
  if (code !== 0) process.stdout.write(output + errors);
  return code === 0;
}

const results = await Promise.all(CHECKS.map(succeeds));
if (results.includes(false)) process.exitCode = 1;
