import { data, type Wire } from './chat-dialects.ts';

const content = (parts: readonly object[]): string => data({ candidates: [{ content: { role: 'model', parts } }] });

interface Part {
  readonly text: string;
  readonly functionCall?: { readonly id: string; readonly name: string; readonly args: object };
  readonly functionResponse?: { readonly id: string; readonly name: string; readonly response: { output: string } };
}

interface Contents {
  readonly contents: readonly { readonly role: string; readonly parts: readonly Part[] }[];
}

/** Gemini writes calls whole, and signs the first of them only. */
export const geminiContents: Wire = {
  question: ({ contents }: Contents) => contents.at(-1)?.parts.at(-1)?.text ?? '',
  opening: content([{ text: 'Hm', thought: true }]),
  words: (text) => content([{ text }]),
  calls: ({ calls }) =>
    content(
      calls.map(({ name, id, arguments: args }, index) => ({
        ...{ functionCall: { name, id, args }, ...(index === 0 && { thoughtSignature: 'c2ln' }) },
      })),
    ),
  closing: () =>
    data({
      candidates: [{ content: { parts: [{ text: '' }] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 7,
        cachedContentTokenCount: 2,
        candidatesTokenCount: 2,
        thoughtsTokenCount: 1,
      },
    }),
  carriedBack({ contents }: Contents) {
    const at = contents.findLastIndex(({ parts }) => parts.some(({ functionCall }) => functionCall));
    return {
      calls: (contents[at]?.parts ?? []).flatMap(({ functionCall: called }) =>
        called ? [{ id: called.id, name: called.name, arguments: called.args }] : [],
      ),
      results: (contents[at + 1]?.parts ?? []).flatMap(({ functionResponse: answered }) =>
        answered ? [{ id: answered.id, content: answered.response.output }] : [],
      ),
    };
  },
  fault: (message) => data({ error: { code: 503, status: 'UNAVAILABLE', message } }),
};
