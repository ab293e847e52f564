import { readText, type HttpAnswer } from '../../lib/http-stream.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { endpoint } from '../../lib/upstream-url.ts';

/** A pipeline task: recognition or synthesis. */
export interface PipelineTask {
  readonly taskType: 'asr' | 'tts';
  readonly config: { readonly language: { readonly sourceLanguage: string }; readonly serviceId: string } & object;
}

/** Result of a task. Any field may be missing or malformed. */
export interface TaskAnswer {
  readonly output?: readonly ({ readonly source?: unknown } | null)[] | null;
  readonly audio?: readonly ({ readonly audioContent?: unknown } | null)[] | null;
}

/** A pipeline compute call with one task. source: Bhashini's page "Pipeline Compute Call" */
export const computeCall = (baseUrl: string, key: string, task: PipelineTask, inputData: object) => ({
  vendor: 'bhashini',
  url: endpoint(baseUrl, 'http', '/services/inference/pipeline'),
  headers: { authorization: key, 'content-type': 'application/json' },
  body: JSON.stringify({ pipelineTasks: [task], inputData }),
});

/** Reads a response of at most `most` bytes and returns its first task. Null if it has none. */
export async function taskAnswer({ bytes }: Pick<HttpAnswer, 'bytes'>, most: number): Promise<TaskAnswer | null> {
  const { pipelineResponse } = parseObject<{ pipelineResponse: unknown }>(await readText(bytes, most));
  return Array.isArray(pipelineResponse) ? ((pipelineResponse[0] ?? null) as TaskAnswer | null) : null;
}
