import { gathered } from './gathered.ts';
import type { SdkReply } from './models.ts';

/** As much of a chunk of a chat completion as every SDK of that interface has. */
interface Chunk {
  readonly choices: readonly {
    readonly delta?: {
      readonly content?: string | null | undefined;
      readonly tool_calls?: readonly Fragment[] | null | undefined;
    };
    readonly finish_reason?: string | null | undefined;
  }[];
  readonly usage?: { readonly completion_tokens?: number | undefined } | null | undefined;
}

interface Fragment {
  readonly id?: string | null | undefined;
  readonly index?: number | null | undefined;
  readonly function?:
    | { readonly name?: string | null | undefined; readonly arguments?: string | null | undefined }
    | undefined;
}

/** Reads a streamed chat completion as an SDK hands it out. */
export async function replyIn(stream: AsyncIterable<Chunk>, onStart?: () => void): Promise<SdkReply> {
  const chunks = await gathered(stream, onStart);
  const choices = chunks.flatMap((chunk) => chunk.choices);
  return {
    text: choices.map(({ delta }) => delta?.content ?? '').join(''),
    calls: callsIn(choices.flatMap(({ delta }) => delta?.tool_calls ?? [])),
    finish: choices.findLast(({ finish_reason: reason }) => reason)?.finish_reason ?? null,
    outputTokens: chunks.findLast(({ usage }) => usage)?.usage?.completion_tokens ?? null,
  };
}

/** The calls that the fragments make up: those of one index are one. */
function callsIn(fragments: readonly Fragment[]): SdkReply['calls'] {
  const indexes = [...new Set(fragments.map(({ index }) => index ?? 0))];
  return indexes.map((wanted) => {
    const own = fragments.filter(({ index }) => (index ?? 0) === wanted);
    const joined = (of: (fragment: Fragment) => string | null | undefined): string => own.map(of).join('');
    return {
      id: joined(({ id }) => id),
      name: joined(({ function: called }) => called?.name),
      arguments: JSON.parse(joined(({ function: called }) => called?.arguments)) as unknown,
    };
  });
}
