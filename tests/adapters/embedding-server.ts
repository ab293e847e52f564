import type { ServerResponse } from 'node:http';
import { lexicalEmbedder } from '../../adapters/embedder/lexical.ts';
import { hostedEmbedder } from '../../adapters/embedder/hosted.ts';
import { network } from '../../adapters/lib/network.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { vendorServer, type VendorRequest } from './providers/vendor-server.ts';

export interface EmbeddingRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly encoding_format: string;
}

type RequestHandler = (request: EmbeddingRequest, response: ServerResponse) => void | Promise<void>;

export const requestIn = ({ body }: VendorRequest): EmbeddingRequest => JSON.parse(body.toString()) as EmbeddingRequest;

export const KEY = 'sk-hush-1234567890';

/** An embedding server with the vectors of the local embedder, in a different order than requested. */
export async function embeddingServer({
  answer = genuine,
  clock = systemClock(),
  protocol = 'openai',
}: { answer?: RequestHandler; clock?: Clock; protocol?: 'openai' | 'cohere' } = {}) {
  const server = await vendorServer({ http: (request, response) => answer(requestIn(request), response) });
  const url = `${server.url}/v1`;
  const service = { protocol, url, model: 'hosted-1', apiKey: KEY };
  return { server, embedder: hostedEmbedder(service, { clock, network: network({ allowPrivate: true }) }) };
}

/** The same with Cohere's interface, questions and passages told apart. */
export async function cohere(request: EmbeddingRequest, response: ServerResponse): Promise<void> {
  const { texts, input_type } = request as unknown as { texts: string[]; input_type: string };
  const as = input_type === 'search_query' ? 'question' : 'passage';
  const float = (await lexicalEmbedder().embed(texts, as)).map((vector) => [...vector]);
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ id: '1', embeddings: { float }, texts }));
}

/** Answers as the local embedder does. */
export async function genuine({ input }: EmbeddingRequest, response: ServerResponse): Promise<void> {
  const vectors = await lexicalEmbedder().embed(input, 'passage');
  const data = vectors.map((vector, index) => ({ object: 'embedding', index, embedding: [...vector] }));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', data: data.toReversed(), usage: { prompt_tokens: 1 } }));
}
