/** What an engine sees of the organisations with running campaigns, and of the other engines. */
export interface AllocationView {
  /** Organisations with running campaigns. */
  readonly active: readonly string[];
  /** Organisations, active or not, that another engine owns. */
  readonly ownedByOthers: ReadonlySet<string>;
  /** Those that this engine owns. */
  readonly own: ReadonlySet<string>;
  /** How many engines there are, this one included. */
  readonly engines: number;
  /** Active organisations that had no owner at the engine's last look. */
  readonly wereFree: ReadonlySet<string>;
  /** Whether this engine may release organisations now. */
  readonly mayRelease: boolean;
}

export interface Allocation {
  /** Active organisations without an owner that this engine takes. */
  readonly take: readonly string[];
  /** Organisations that it leaves to others. */
  readonly release: readonly string[];
  /** Active organisations without an owner. */
  readonly free: ReadonlySet<string>;
  /** Whether it takes more than its share, because no other engine took them. */
  readonly isRescuing: boolean;
}

/** By how much an engine may exceed its share before it releases organisations: small differences are not worth a handover. */
const SLACK = 0.25;

/**
 * Divides active organisations evenly. An engine below its share takes organisations without an owner at once. Other engines
 * take those that had no owner at their last look either, so that none waits for an engine that died.
 */
export function allocate({ active, ownedByOthers, own, engines, wereFree, mayRelease }: AllocationView): Allocation {
  const share = Math.ceil(active.length / engines);
  const free = active.filter((orgId) => !ownedByOthers.has(orgId) && !own.has(orgId));
  const room = Math.max(0, share - own.size);
  const rest = free.slice(room).filter((orgId) => wereFree.has(orgId));
  const surplus = own.size - share > Math.ceil(share * SLACK) ? own.size - share : 0;
  return {
    take: [...free.slice(0, room), ...rest],
    // The latest ones: they have the least to hand over.
    release: mayRelease && surplus > 0 ? [...own].slice(-surplus) : [],
    free: new Set(free),
    isRescuing: rest.length > 0,
  };
}
