import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { VoiceId } from '../adapters/providers/local/voice-messages.ts';
import { loadedRnnoise } from '../adapters/lib/rnnoise-streams.ts';
import { rnnoiseSuppression } from '../adapters/noise-suppression/rnnoise-suppressor.ts';
import { speexResampling } from '../adapters/resampler/speex.ts';
import { fvadVoiceActivity } from '../adapters/voice-activity/fvad.ts';
import { rnnoiseVoiceActivity } from '../adapters/voice-activity/rnnoise.ts';
import { machine, say } from './print.ts';
import type { Mode } from './turns/call.ts';
import { measuresOf, type Measures } from './turns/call-measures.ts';
import { ROWS, RowRunner, type Row, type RowOptions } from './turns/rows.ts';
import { judgedTargets, PUBLISHED, tableHead, tableRow, type MeasuredRows } from './turns/table.ts';
import { WordRunner } from './turns/words.ts';

/**
 * `npm run bench:turns -- 'voice -12' --callers awb --rate 8000 --modes today,neural`: the rows whose names contain a
 * word, or all. The targets are for the last of the modes. `--words` measures instead which words the built-in recogniser
 * loses in the backgrounds of these rows, with and without noise suppression.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    callers: { type: 'string', default: 'kal16,slt' },
    modes: { type: 'string', default: 'today' },
    rate: { type: 'string', default: '16000' },
    scripts: { type: 'string', default: '12' },
    words: { type: 'boolean', default: false },
  },
});
const rows = ROWS.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));
if (rows.length === 0) throw new Error(`The rows: ${ROWS.map(({ name }) => name).join(' · ')}`);
const options: Omit<RowOptions, 'mode'> = {
  callers: values.callers.split(',') as VoiceId[],
  inputRate: values.rate === '8000' ? 8_000 : 16_000,
  scripts: Number(values.scripts),
};

const ports = { rnnoise: await loadedRnnoise(), resampling: await speexResampling() };
const webrtc = { voiceActivity: await fvadVoiceActivity() };
const noiseSuppression = rnnoiseSuppression(ports);
/** How the caller's audio is processed. `today` is what agents have by default. */
const MODES: Readonly<Record<string, Mode>> = {
  today: webrtc,
  neural: { ...webrtc, processing: { voiceActivity: rnnoiseVoiceActivity(ports) } },
  suppressed: { ...webrtc, processing: { noiseSuppression } },
  both: { ...webrtc, processing: { noiseSuppression, voiceActivity: 'suppressor' } },
};
const modes = values.modes.split(',');
if (modes.some((name) => !(name in MODES))) throw new Error(`The modes: ${Object.keys(MODES).join(' · ')}`);

say(machine());
const runner = await RowRunner.open();
const digest = createHash('sha256');

async function measure(name: string, mode: Mode): Promise<MeasuredRows> {
  const measured = new Map<string, Measures>();
  const cpu = process.cpuUsage();
  let minutes = 0;
  for (const line of tableHead(name)) say(line);
  for (const row of rows) {
    const calls = await runner.run(row, { ...options, mode });
    const measures = measuresOf(calls);
    say(tableRow(row.name, measures));
    digest.update(JSON.stringify(calls));
    minutes += measures.minutes;
    measured.set(row.name, measures);
  }
  const { user, system } = process.cpuUsage(cpu);
  say(`${minutes.toFixed(0)} minutes of calls, ${((user + system) / 60_000_000 / minutes).toFixed(4)} of a core`);
  return measured;
}

async function measureTurns(): Promise<void> {
  const tables: MeasuredRows[] = [];
  for (const name of modes) tables.push(await measure(name, MODES[name]!));
  say('');
  const judged = judgedTargets(tables.at(-1)!);
  for (const { text, isMet } of judged) say(`${isMet ? 'ok  ' : 'MISS'} ${text}`);
  say('');
  for (const line of PUBLISHED) say(line);
  say(`records ${digest.digest('hex').slice(0, 16)}: equal digits mean that every call was the same`);
  process.exitCode = judged.every(({ isMet }) => isMet) ? 0 : 1;
}

/** Rows in silence or beside a sound. A single voice has words of its own, and other rows change nothing that is heard. */
const hasWordErrors = ({ name, condition: { background } }: Row): boolean =>
  name === 'clean' || (background !== undefined && background.sound !== 'voice' && !name.includes(','));

async function measureWords(): Promise<void> {
  const words = await WordRunner.open();
  // The workers of the recogniser do not keep the process alive.
  const alive = setInterval(() => undefined, 1_000);
  const { callers, inputRate } = options;
  for (const { name } of rows.filter(hasWordErrors)) {
    const cells: string[] = [];
    for (const suppression of [null, noiseSuppression]) {
      const { words: count, lost, errors } = await words.run(name, { callers, inputRate, ...ports, suppression });
      const [share, rate] = [lost, errors].map((part) => `${((100 * part) / count).toFixed(0).padStart(3)} %`);
      cells.push(`${suppression ? 'suppressed' : 'as received'}: lost ${share} of ${count}, errors ${rate}`);
    }
    say(`${name.padEnd(14)} ${cells.join('   ')}`);
  }
  clearInterval(alive);
  await words.close();
}

await (values.words ? measureWords() : measureTurns());
