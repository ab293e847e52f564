import { assert } from 'chai';
import fc from 'fast-check';
import { EchoGuard } from '../../../domain/audio/echo-guard.ts';
import { PlayedLevels } from '../../../domain/audio/played-levels.ts';

const FRAME_MS = 20;
const QUIET_DB = -90;

/** Levels like those of speech: syllables of 80 to 240 ms, and gaps. */
const speechLevels = fc
  .array(fc.record({ frames: fc.integer({ min: 4, max: 12 }), db: fc.integer({ min: -32, max: -16 }) }), {
    minLength: 30,
    maxLength: 40,
  })
  .map((syllables) =>
    syllables.flatMap(({ frames, db }) => [...Array.from({ length: frames }, () => db), QUIET_DB, QUIET_DB]),
  );

/** A call in which the agent's audio has these levels. `callerDb` adds the caller's level to an echo. */
function call(
  agent: readonly number[],
  echo: { db: number; delay: number } | null,
  callerDb: (frame: number) => number = () => QUIET_DB,
) {
  const played = new PlayedLevels();
  const guard = new EchoGuard(played);
  return agent.map((db, frame) => {
    const at = frame * FRAME_MS;
    played.play(db, at);
    const echoDb = echo ? (agent[frame - echo.delay] ?? QUIET_DB) + echo.db : QUIET_DB;
    return guard.isEcho(Math.max(echoDb, callerDb(frame)), at);
  });
}

describe('The echo guard', () => {
  it('explains an echo of up to -16 dB from its first frame on, whatever its delay', () => {
    const echoes = fc.record({ db: fc.integer({ min: -50, max: -16 }), delay: fc.integer({ min: 0, max: 34 }) });
    fc.assert(
      fc.property(speechLevels, echoes, (agent, echo) => {
        assert.isTrue(call(agent, echo).every(Boolean));
      }),
      { numRuns: 50 },
    );
  });

  it('does not explain a caller who is as loud as the agent, with or without an echo', () => {
    const echoes = fc.option(
      fc.record({ db: fc.integer({ min: -50, max: -20 }), delay: fc.integer({ min: 0, max: 34 }) }),
    );
    fc.assert(
      fc.property(speechLevels, echoes, fc.integer({ min: 0, max: 150 }), (agent, echo, from) => {
        const explained = call(agent, echo, (frame) => (frame >= from && frame < from + 8 ? -16 : QUIET_DB));
        assert.isFalse(explained.slice(from, from + 8).some(Boolean));
      }),
      { numRuns: 50 },
    );
  });

  it('does not explain a soft caller once nothing returned for two seconds', () => {
    fc.assert(
      fc.property(speechLevels, (agent) => {
        const explained = call(agent, null, (frame) => (frame >= 150 ? -50 : QUIET_DB));
        assert.isFalse(explained.slice(150).some(Boolean));
      }),
      { numRuns: 50 },
    );
  });

  it('explains a louder echo once its levels followed the played ones twice', () => {
    const agent = [-20, -28, -18, -24, -30, -17, -22, -26, -19, -31, -21, -25];
    const words = [7, 4, 9, 5, 11, 6].flatMap((frames, word) => [
      ...Array.from({ length: frames }, () => agent[word]!),
      ...Array.from({ length: 3 + (word % 4) * 2 }, () => QUIET_DB),
    ]);
    const played = [...words, ...words, ...words, ...words, ...words];
    const explained = call(played, { db: -10, delay: 12 }).filter((_, frame) => played[frame - 12] !== QUIET_DB);
    assert.isFalse(explained.slice(0, 50).every(Boolean), 'at first');
    assert.isTrue(explained.slice(-100).every(Boolean), 'in the end');
  });

  it('explains nothing while and after nothing is played', () => {
    const played = new PlayedLevels();
    const guard = new EchoGuard(played);
    assert.isFalse(guard.isEcho(-50, 0));
    played.play(-20, 20);
    assert.isTrue(guard.isEcho(-50, 600));
    assert.isFalse(guard.isEcho(-50, 20 + 720));
  });

  it('explains nothing by audio that was taken back before it was played', () => {
    const played = new PlayedLevels();
    const guard = new EchoGuard(played);
    for (const at of [100, 120, 140]) played.play(-20, at);
    played.cut(100);
    assert.isFalse(guard.isEcho(-50, 200));
  });
});
