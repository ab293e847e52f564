import '../../../parts/field.css';
import { Button } from '../../../parts/button.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { Progress } from '../../../parts/progress.tsx';
import { saveBlob } from '../../../parts/save-blob.ts';
import { formatBytes, formatClock } from '../../../format.ts';
import { callStrings } from '../strings.ts';
import { RATES, type Playback } from '../../../parts/recording/playback.ts';
import './player.css';
import type { Recording } from './use-recording.ts';
import { Waveform } from './waveform.tsx';

interface PlayerProps {
  readonly callId: string;
  readonly recording: Recording;
}

/** Plays a recording, as soon as it is here. */
export function Player({ callId, recording: { file, playback, peaks, share, error } }: PlayerProps) {
  if (error !== null) return <Notice kind="error">{error.message}</Notice>;
  if (!file || !playback) return <Progress label={callStrings.fetching} value={share} />;
  return (
    <div class="player">
      <Waveform playback={playback} peaks={peaks} />
      <div class="row">
        <PlayButton playback={playback} />
        <Clock playback={playback} />
        <Rate playback={playback} />
        <span class="player-save">
          <Button kind="quiet" icon="download" onPress={() => saveBlob(file, `${callId}.wav`)}>
            {callStrings.saveRecording(formatBytes(file.size))}
          </Button>
        </span>
      </div>
      <p class="hint">{callStrings.playerKeys}</p>
    </div>
  );
}

interface PartProps {
  readonly playback: Playback;
}

const PlayButton = ({ playback }: PartProps) => (
  <Button
    kind="primary"
    icon={playback.isPlaying.value ? 'pause' : 'play'}
    label={playback.isPlaying.value ? callStrings.pause : callStrings.play}
    onPress={() => playback.toggle()}
  />
);

const Clock = ({ playback }: PartProps) => (
  <span class="figure">
    {formatClock(playback.time.value)} <span class="soft">/ {formatClock(playback.seconds)}</span>
  </span>
);

const Rate = ({ playback }: PartProps) => (
  <select
    class="control player-rate"
    aria-label={callStrings.rate}
    value={String(playback.rate.value)}
    onChange={({ currentTarget }) => playback.setRate(Number(currentTarget.value))}
  >
    {RATES.map((rate) => (
      <option key={rate} value={rate} selected={rate === playback.rate.value}>
        {callStrings.times(rate)}
      </option>
    ))}
  </select>
);
