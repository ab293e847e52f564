import { cpus } from 'node:os';

/** What the load generator and its machine used since the last sample. */
export interface OwnSample {
  /** Processors that this process used. */
  readonly cpu_cores: number;
  /** The share of all processors of this machine that was in use, from 0 to 1. */
  readonly machine_cpu: number;
}

/** Measures this process, and the machine that it runs on. */
export class OwnLoad {
  #cpu = process.cpuUsage();
  #at = performance.now();
  #machine = machineTimes();

  sample(): OwnSample {
    const [now, cpu, machine] = [performance.now(), process.cpuUsage(this.#cpu), machineTimes()];
    const cores = (cpu.user + cpu.system) / 1000 / Math.max(1, now - this.#at);
    const total = machine.total - this.#machine.total;
    const used = total === 0 ? 0 : 1 - (machine.idle - this.#machine.idle) / total;
    this.#cpu = process.cpuUsage();
    this.#at = now;
    this.#machine = machine;
    return { cpu_cores: rounded(cores), machine_cpu: rounded(used) };
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function machineTimes(): { readonly idle: number; readonly total: number } {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (of: (each: (typeof times)[number]) => number): number =>
    times.reduce((total, each) => total + of(each), 0);
  return {
    idle: sum(({ idle }) => idle),
    total: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq),
  };
}
