import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import ts from 'typescript';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { sourcesOfRings } from './sources.ts';

/** Where calls run: waits here come from the table in domain/voice/call-timeouts.ts. */
const CALL_PATH =
  /^(application\/runtime|adapters\/(media|control-plane|mcp-client|providers|lib\/(web-socket|http-stream)))\b/;

/** Timers that are not waits, and waits that belong to one vendor or to no call. */
const OTHERS: Readonly<Record<string, string>> = {
  'application/runtime/rehearsal/organisation-rehearsals.ts': 'the longest conversation of a rehearsal',
  'application/runtime/text-conversation.ts': 'the time that sent keys take',
  'application/runtime/ticker.ts': 'the pace of frames',
  'adapters/media/audio-batches.ts': 'the pace of frames',
  'adapters/media/pause-filler.ts': 'the pace of frames',
  'adapters/media/uws.ts': 'the end of the server',
  'adapters/providers/_chat/warm-up.ts': 'a model loads beside the call and for later ones',
  'adapters/providers/_speech/reconnect-backoff.ts': 'a lost connection is replaced between utterances',
  'adapters/providers/_speech/tts-connection.ts': 'an idle connection is renewed before the vendor closes it',
  'adapters/providers/_speech/tts-context.ts': 'silence in audio that is the end of a text',
};

/** The argument that is a duration, by the name of the function. */
const DURATIONS: Readonly<Record<string, number>> = {
  setTimeout: 1,
  after: 0,
  timeout: 0,
  withTimeout: 1,
  resultWithin: 1,
  pause: 1,
  rejectAfter: 0,
};

/** Timers of a source file whose duration is a number of this file, as written. */
function literalWaits(source: string): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  const numbers = new Set<string>();
  const found: string[] = [];
  const isNumber = (node: ts.Node): boolean =>
    (ts.isNumericLiteral(node) && node.text !== '0') ||
    (ts.isIdentifier(node) && numbers.has(node.text)) ||
    ts.forEachChild(node, (child) => isNumber(child) || undefined) === true;
  const visit = (node: ts.Node): void => {
    const value = valueOf(node);
    if (value && isNumber(value.initializer)) numbers.add(value.name);
    const wait = ts.isCallExpression(node) ? waitOf(node, file) : null;
    if (wait?.duration && isNumber(wait.duration)) found.push(`${wait.name}: ${wait.duration.getText(file)}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** A constant that is neither a function nor made by one. */
function valueOf(node: ts.Node): { readonly name: string; readonly initializer: ts.Expression } | null {
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !node.initializer) return null;
  const { name, initializer } = node;
  const isMade = [ts.isArrowFunction, ts.isCallExpression, ts.isNewExpression, ts.isAwaitExpression].some((is) =>
    is(initializer),
  );
  return isMade ? null : { name: name.text, initializer };
}

/** The name of a called function, and the argument that is a duration. */
function waitOf({ expression, arguments: args }: ts.CallExpression, file: ts.SourceFile) {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText(file);
  return { name, duration: args[DURATIONS[name] ?? -1] };
}

describe('timeouts of a call', () => {
  it('stand in one table and not where the waits are', async () => {
    const sources = (await sourcesOfRings()).filter(([file]) => CALL_PATH.test(file));
    assert.isAbove(sources.length, 200);
    const waiting = sources.filter(([, source]) => literalWaits(source).length > 0).map(([file]) => file);
    assert.sameMembers(waiting, Object.keys(OTHERS));
  });

  it('are found in every form of a wait', () => {
    const planted = `
      const WAIT_MS = 5_000;
      const TWICE = 2 * WAIT_MS;
      clock.after(WAIT_MS, run);
      setTimeout(run, 500).unref();
      AbortSignal.timeout(1_000);
      await withTimeout(this.#clock, TWICE, work);
      rejectAfter(isSlow ? WAIT_MS : given, work);
    `;
    assert.deepEqual(literalWaits(planted), [
      'after: WAIT_MS',
      'setTimeout: 500',
      'timeout: 1_000',
      'withTimeout: TWICE',
      'rejectAfter: isSlow ? WAIT_MS : given',
    ]);
    assert.isEmpty(literalWaits('clock.after(TIMEOUTS_MS.mark, run); setTimeout(run, Math.max(0, waitMs));'));
  });

  it('are documented with their values', async () => {
    const rows = (await readFile('docs/operations.md', 'utf8')).matchAll(/^\| `(\w+)` +\| +([\d,]+) \| \S.*\|$/gm);
    const documented = Array.from(rows, ([, name = '', ms = '']) => [name, Number(ms.replaceAll(',', ''))]);
    assert.deepEqual(Object.fromEntries(documented), TIMEOUTS_MS);
  });
});
