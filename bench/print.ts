import { cpus, loadavg } from 'node:os';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints rows of figures under their names. */
export const table = (rows: Readonly<Record<string, Readonly<Record<string, string>>>>): void => {
  for (const [name, row] of Object.entries(rows))
    say(
      `  ${name.padEnd(16)} ${Object.entries(row)
        .map(([key, value]) => `${key} ${value.padStart(8)}`)
        .join('   ')}`,
    );
};

/** What everything was measured on, and how busy it was. */
export const machine = (): string => {
  const loads = loadavg().map((load) => load.toFixed(1));
  return `machine: ${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, load ${loads.join(' ')}`;
};

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
