import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import { AmbientSound, ambientLoop } from '../../domain/audio/ambient-sound.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { ConversationParts } from './conversation-parts.ts';
import { FRAME_MS } from './speech-frame.ts';

/** Loops of this process by sound and sample rate: one takes some milliseconds to make. */
const loops = new Map<string, Float32Array>();

/** The ambient sound of one call, if its agent has any. */
export function ambientSoundOf(
  { speech }: Pick<AgentConfigPayload, 'speech'>,
  { outputRate }: Pick<MediaChannel, 'outputRate'>,
): Pick<ConversationParts, 'ambientSound'> {
  if (!speech?.ambient_sound) return {};
  const { sound, level_db: levelDb } = speech.ambient_sound;
  const key = `${sound} ${outputRate}`;
  const loop = loops.get(key) ?? ambientLoop(sound, outputRate);
  loops.set(key, loop);
  return { ambientSound: new AmbientSound(loop, { levelDb, frame: (outputRate * FRAME_MS) / 1_000 }) };
}
