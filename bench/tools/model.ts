import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { GenerationChunk, LanguageModel } from '../../application/ports/language-model.ts';
import type { ChatMessage } from '../../domain/voice/conversation-context.ts';
import { reply } from '../scripted-vendors.ts';

/** Durations in ms: from a response with a call to the request with its answer, and of a bare request sent at its time. */
export interface ToolTime {
  readonly tool: number;
  readonly bare: number;
}

/** Where the runtime writes the durations, what the model does, and the tool's server, by environment variable. */
export const TOOL_ENV = { file: 'BENCH_TOOL_TIMES', mode: 'BENCH_TOOL_MODE', url: 'BENCH_TOOL_URL' } as const;
/** How often the durations are written, in ms. */
export const WRITTEN_MS = 500;
/** What is sent with a tool's request, and with a bare one. */
const ARGUMENTS = { size: 4 };

/**
 * In the runtime: a model that calls a tool before each reply (mode `silent`), or with it (`spoken`). Undefined, for the
 * usual one, unless the environment asks for it.
 */
export function toolModel(): (() => LanguageModel) | undefined {
  const { [TOOL_ENV.mode]: mode, [TOOL_ENV.file]: file = '', [TOOL_ENV.url]: url = '' } = process.env;
  if (mode !== 'silent' && mode !== 'spoken') return undefined;
  const times: ToolTime[] = [];
  setInterval(() => writeFileSync(file, JSON.stringify(times)), WRITTEN_MS).unref();
  return () => {
    let calledAt: number | null = null;
    let bare = Promise.resolve(0);
    let calls = 0;
    return {
      model: 'scripted',
      async *generate({ messages }): AsyncGenerator<GenerationChunk> {
        if (calledAt !== null && isAnswered(messages)) {
          const tool = performance.now() - calledAt;
          void bare.then((ms) => times.push({ tool, bare: ms }));
        }
        const isReply = calledAt !== null && isAnswered(messages);
        calledAt = null;
        if (isReply || mode === 'spoken') yield* reply();
        if (isReply) return;
        calls += 1;
        yield { type: 'tool_call', call: { id: `call_${calls}`, name: 'book', arguments: ARGUMENTS } };
        calledAt = performance.now();
        // At the same time: what delays the process delays both.
        if (mode === 'silent') bare = bareRequest(url);
      },
      close: () => undefined,
    };
  };
}

const isAnswered = (messages: readonly ChatMessage[]): boolean => messages.at(-1)?.role === 'tool';

/** How long the same request takes without the product, on a connection of its own, from this process. */
function bareRequest(url: string): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(url, { method: 'POST', agent: false, headers }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - startedAt));
    });
    sent.on('error', reject).end(JSON.stringify(ARGUMENTS));
  });
}
