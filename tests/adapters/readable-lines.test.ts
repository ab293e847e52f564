import { assert } from 'chai';
import { pinoLog } from '../../adapters/system/json-log.ts';

/** What a person reads of a log, without the time. */
function read(): { log: ReturnType<typeof pinoLog>; lines: () => string[] } {
  let written = '';
  const log = pinoLog({ level: 'info', format: 'text', showPii: false }, { write: (text) => void (written += text) });
  return {
    log,
    lines: () =>
      written
        .replaceAll(/^\d\d:\d\d:\d\d {2}/gm, '')
        .split('\n')
        .slice(0, -1),
  };
}

describe('a log for people', () => {
  it('is a line per event: how important it is, what it is, and its fields', () => {
    const { log, lines } = read();
    log
      .child({ org_id: 'o1' })
      .info('api.listening', { host: '127.0.0.1', port: 8000, upstreams: ['a b'], none: null });
    log.warn('keys.temporary', { advice: 'Set SECRET_KEY', api_key: 'hush' });
    assert.deepEqual(lines(), [
      'info   api.listening  org_id=o1  host=127.0.0.1  port=8000  upstreams=["a b"]  none=null',
      'warn   keys.temporary  advice="Set SECRET_KEY"  api_key="[redacted]"',
    ]);
  });

  it('shows failed requests only', () => {
    const { log, lines } = read();
    log.info('http.answered', { status: 200, ms: 4.62334 });
    log.info('http.answered', { status: 404, ms: 4.62334 });
    assert.deepEqual(lines(), ['info   http.answered  status=404  ms=4.6']);
  });

  it('shows where an error came from below its line', () => {
    const { log, lines } = read();
    const error = new Error('The disk is full');
    log.error('spool.failed', { error });
    assert.deepEqual(lines(), [
      'error  spool.failed  error="The disk is full"',
      ...error.stack!.split('\n').map((line) => `    ${line}`),
    ]);
  });

  it('removes terminal control characters', () => {
    const { log, lines } = read();
    log.info('x', { name: 'a\u001B[2J\u009B2Jb', error: new Error('\u001B[31m\u0007\r') });
    assert.notMatch(lines().join(''), /\p{Cc}/u);
  });
});
