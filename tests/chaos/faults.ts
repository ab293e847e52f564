import { setTimeout } from 'node:timers/promises';
import { seeded, type Chance } from '../simulation/chance.ts';
import type { Member } from './fleet.ts';
import type { Fault, FaultKind } from './records.ts';

/** Between the beginnings of two faults, and how long they last, in ms. */
const [BETWEEN_MS, LASTING_MS] = [
  [2_000, 6_000],
  [500, 12_000],
] as const;

/** Injects faults into processes, also into several at a time, and never into the last healthy one of a service. */
export class Faults {
  readonly all: Fault[] = [];
  readonly #members: readonly Member[];
  readonly #chance: Chance;
  readonly #running = new Set<Promise<void>>();

  constructor(members: readonly Member[], seed: number) {
    this.#members = members;
    this.#chance = seeded(seed);
  }

  /** Injects faults for this time. Resolves when all processes are ready again. */
  async play(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (performance.now() < until) {
      const member = this.#target();
      if (member) this.#begin(member);
      await setTimeout(this.#chance.between(...BETWEEN_MS));
    }
    await Promise.all(this.#running);
  }

  #target(): Member | null {
    const healthy = this.#members.filter(({ isHealthy }) => isHealthy);
    const possible = healthy.filter(({ service }) => healthy.filter((other) => other.service === service).length > 1);
    return possible.length === 0 ? null : this.#chance.pick(possible);
  }

  #begin(member: Member): void {
    const kinds: readonly FaultKind[] = [
      'kill',
      'kill',
      'drain',
      'freeze',
      ...Object.keys(member.links).map(() => 'cut' as const),
    ];
    const kind = this.#chance.pick(kinds);
    const lastsMs = this.#chance.between(...LASTING_MS);
    const fault: Fault = {
      ...{ kind, service: member.service, process: member.name },
      ...{ from: performance.now(), until: Infinity },
    };
    this.all.push(fault);
    member.isHealthy = false;
    const running = this.#do(kind, member, lastsMs).finally(() => {
      fault.until = performance.now();
      member.isHealthy = true;
      this.#running.delete(running);
    });
    this.#running.add(running);
  }

  async #do(kind: FaultKind, member: Member, lastsMs: number): Promise<void> {
    switch (kind) {
      case 'kill':
      case 'drain':
        await member.end(kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
        await setTimeout(lastsMs / 4);
        return member.start();
      case 'freeze':
        member.signal('SIGSTOP');
        await setTimeout(lastsMs);
        return member.signal('SIGCONT');
      case 'cut': {
        const link = this.#chance.pick(Object.values(member.links));
        link.cut();
        await setTimeout(lastsMs);
        await link.restore();
        while (!(await member.isReady())) await setTimeout(100);
      }
    }
  }
}
