import Database from 'better-sqlite3';

/** Tests of repositories and drivers, whose collections lack the indexes of others, or all. */
const WITHOUT_INDEXES = /\/tests\/adapters\//;

const seen = new Set<string>();
const scans: string[] = [];

/**
 * Notes each statement of the document store, when it is first prepared, that selects by a field and still reads a whole
 * table: it gets slower with every document.
 */
export function watchQueryPlans(): void {
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (!seen.has(sql) && /^(?!CREATE|EXPLAIN).* WHERE json_extract\(doc/.test(sql)) {
      seen.add(sql);
      const values = Array.from(sql.matchAll(/\?/g), () => '[]');
      const steps = prepare.call(this, `EXPLAIN QUERY PLAN ${sql}`).all(values) as { readonly detail: string }[];
      if (steps.some(({ detail }) => isScan(detail))) scans.push(sql);
    }
    return statement;
  } as typeof prepare;
}

/** Fails a test of this file when its statements read whole tables. */
export function refuseWholeTableReads(file: string): void {
  const [first, ...others] = scans.splice(0);
  if (!first) return;
  if (!WITHOUT_INDEXES.test(file)) throw new Error(`No index serves ${first}`);
  for (const each of [first, ...others]) seen.delete(each);
}

const isScan = (detail: string): boolean =>
  detail.startsWith('SCAN ') && !/ USING |json_each|kept|CONSTANT/.test(detail);
