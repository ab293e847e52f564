import { DomainError, unavailable } from '../../domain/errors.ts';
import { calibrationOf, mayAnswer, sampleQuestions } from '../../domain/knowledge/calibration.ts';
import type { Calibration, Nearness, Passage, SampleQuestion } from '../../domain/knowledge/calibration.ts';
import { ContentVersions } from '../../domain/knowledge/content-versions.ts';
import { chunkIdOf, type KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Vector, VectorStore } from '../ports/vectors.ts';
import { findChunks, lackingIn, type ChunkSearch, type FindPorts } from './find-chunks.ts';

/** Chunks that are found for a question, at least. */
const CHUNKS = 10;

export interface MeasurePorts extends FindPorts {
  readonly knowledge: KnowledgeDocumentRepository;
}

/** The passages of a document in the order of their ids. Rejects while one is missing: a backup restores vectors after documents. */
export async function storedPassages(
  { vectors }: { readonly vectors: VectorStore },
  document: KnowledgeDocument,
  signal: AbortSignal,
): Promise<Passage[]> {
  const { org_id, document_id, chunk_count, embedding_model, content_version } = document;
  const passages = new Map<string, Passage>();
  for await (const { chunk_id, embedding_model: model, heading, text } of vectors.chunks(org_id, document_id)) {
    signal.throwIfAborted();
    if (model === embedding_model) passages.set(chunk_id, { heading, text });
  }
  return Array.from({ length: chunk_count }, (_, at) => {
    const passage = passages.get(chunkIdOf(document_id, at, content_version));
    if (passage === undefined) throw unavailable(`Chunk ${at + 1} of ${chunk_count} is not stored`);
    return passage;
  });
}

/**
 * Measures how near a question comes to passages that do not answer it. The questions are made of passages of a stored and
 * indexed document and embedded together. Each is compared with the passages about other subjects, in all documents of the
 * organisation. Null: the model of the document cannot embed questions any more.
 */
export async function measureCalibration(
  ports: MeasurePorts,
  document: KnowledgeDocument,
  passages: readonly Passage[],
  signal: AbortSignal,
): Promise<Calibration | null> {
  const samples = sampleQuestions(passages);
  const vectors = await questionVectors(ports, document, samples, signal);
  if (vectors === null) return null;
  const search = await searchBeside(ports, document);
  const { document_id, content_version } = document;
  const nearest: Nearness[] = [];
  for (const [index, { at, question }] of samples.entries()) {
    signal.throwIfAborted();
    const found = await findChunks(ports, { ...search, question, vector: vectors[index]! }, signal);
    const own = passages.flatMap((_, other) =>
      mayAnswer(passages, at, other) ? [chunkIdOf(document_id, other, content_version)] : [],
    );
    const others = found.filter(({ chunk_id }) => !own.includes(chunk_id));
    if (others.length === 0) continue;
    nearest.push({
      lacking: Math.min(...(await lackingIn(ports.embedders, question, others))),
      distance: Math.min(...others.map(({ distance }) => distance)),
    });
  }
  return calibrationOf(nearest);
}

async function questionVectors(
  { embedders }: MeasurePorts,
  { embedding_model }: KnowledgeDocument,
  samples: readonly SampleQuestion[],
  signal: AbortSignal,
): Promise<Vector[] | null> {
  const embedder = embedding_model === null ? null : embedders.of(embedding_model);
  if (!embedder) return null;
  if (samples.length === 0) return [];
  const questions = samples.map(({ question }) => question);
  try {
    return await embedder.embed(questions, 'question', signal);
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'rejected') return null;
    throw error;
  }
}

/** A search of the document and all others that are searched with its model. */
async function searchBeside(
  { knowledge }: MeasurePorts,
  document: KnowledgeDocument,
): Promise<Omit<ChunkSearch, 'question'>> {
  const { org_id, document_id, embedding_model } = document;
  const others = (await knowledge.list(org_id)).filter(
    (each) => each.status === 'ready' && each.embedding_model === embedding_model && each.document_id !== document_id,
  );
  const documents = [...others, document];
  return {
    ...{ model: embedding_model ?? '', orgId: org_id, topK: CHUNKS },
    documentIds: documents.map((each) => each.document_id),
    versions: new ContentVersions(documents),
  };
}
