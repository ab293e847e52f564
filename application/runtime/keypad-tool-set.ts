import type { AgentKeypad } from '../../domain/agents/keypad.ts';
import {
  COLLECT_DIGITS,
  keypadFailure,
  keypadTools,
  keysSent,
  keysToSend,
  SEND_DTMF,
} from '../../domain/voice/keypad-tools.ts';
import type { Keypad } from './keypad.ts';
import type { ToneSender } from './tone-sender.ts';
import type { RunnableTool } from './tool-runner.ts';

interface KeypadParts {
  readonly config: AgentKeypad | undefined;
  readonly keypad: Pick<Keypad, 'collect'>;
  readonly tones: Pick<ToneSender, 'send'>;
}

/** The keypad tools that the agent has, ready to run. */
export function keypadToolSet({ config, keypad, tones }: KeypadParts): ReadonlyMap<string, RunnableTool> {
  const offered = keypadTools(config).map(({ name }) => name);
  const all: readonly (readonly [string, RunnableTool])[] = [
    [SEND_DTMF, { hasSideEffects: true, idempotencyKey: () => null, call: (run) => send(tones, run.arguments) }],
    [
      COLLECT_DIGITS,
      {
        hasSideEffects: false,
        idempotencyKey: () => null,
        async call({ arguments: { entry: wanted } }, signal) {
          const entry = config?.collect.find(({ name }) => name === wanted);
          return entry ? keypad.collect(entry, signal) : keypadFailure('The tool failed: there is no such entry');
        },
      },
    ],
  ];
  return new Map(all.filter(([name]) => offered.includes(name)));
}

async function send(tones: KeypadParts['tones'], given: Readonly<Record<string, unknown>>) {
  const keys = keysToSend(given);
  if (keys === null) return keypadFailure('The tool failed: keys must be 1 to 32 of 0-9, *, #, A-D and w');
  return (await tones.send(keys)) ? keysSent(keys) : keypadFailure('The tool failed: the call ended before');
}
