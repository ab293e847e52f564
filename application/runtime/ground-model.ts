import type { Agent } from '../../domain/agents/agent.ts';
import { effectiveKnowledge } from '../../domain/agents/knowledge-base.ts';
import { providerChain } from '../../domain/agents/models.ts';
import {
  citationsOf,
  withExcerpts,
  queryOf,
  questionIn,
  SEARCH_KNOWLEDGE_BASE,
  searchAnswer,
} from '../../domain/knowledge/grounding.ts';
import type { ChatMessage, ToolCall } from '../../domain/voice/messages.ts';
import type { RetrievalEvent } from '../../domain/voice/conversation-events.ts';
import type { LanguageModel, ThinkRequest, Thought } from '../ports/language-model.ts';
import type { LookupThought, Mind } from './mind.ts';
import { Recall, type RecallPorts } from './recall.ts';

/** An answer waits so long for what is looked up before it. In milliseconds. */
const CONTEXT_MS = 800;
/** A model that asks for something waits so long for it. In milliseconds. */
const SEARCH_MS = 3_000;
/** So often in a row a model may look something up; then it has to answer. */
const ROUNDS_MAX = 3;

type Stream = AsyncIterable<Thought | LookupThought>;

/** The model of an agent, with what the agent knows: nothing, excerpts before each answer, or a tool to look them up. */
export function groundModel(ports: RecallPorts, { org_id, config }: Agent, model: LanguageModel): Mind {
  const knowledge = effectiveKnowledge(
    config.knowledge_base,
    providerChain(config.models.llm_config).map(({ provider }) => provider),
  );
  if (!knowledge) return model;
  const recall = new Recall(ports, org_id, knowledge);
  const think = knowledge.mode === 'tool' ? searching : informed;
  return {
    // Another may have taken its place since.
    get model() {
      return model.model;
    },
    close: () => model.close(),
    think: (...asked) => think(model, recall, ...asked),
    ...(knowledge.mode !== 'tool' && {
      foresee: (words: string) => recall.begin(questionIn([{ role: 'user', content: words }])),
    }),
  };
}

/** An answer with excerpts that are there for this turn alone. */
async function* informed(
  model: LanguageModel,
  recall: Recall,
  { messages, tools }: ThinkRequest,
  signal: AbortSignal,
): Stream {
  const excerpts = await recall.find(questionIn(messages), CONTEXT_MS);
  if (signal.aborted) return;
  yield lookup({ type: 'cited', sources: citationsOf(excerpts) });
  yield* model.think({ messages: withExcerpts(messages, excerpts), tools }, signal);
}

/** An answer before which the model may look things up, some of it maybe said before that. */
async function* searching(
  model: LanguageModel,
  recall: Recall,
  { messages, tools }: ThinkRequest,
  signal: AbortSignal,
): Stream {
  let known = messages;
  for (let round = 0; !signal.aborted; round += 1) {
    const offered = round < ROUNDS_MAX ? [...tools, SEARCH_KNOWLEDGE_BASE] : tools;
    const { said, searches } = yield* answer(model.think({ messages: known, tools: offered }, signal));
    if (searches.length === 0 || round >= ROUNDS_MAX || signal.aborted) return;
    if (/\S$/u.test(said)) yield { type: 'text', text: ' ' };
    const found: ChatMessage[] = [];
    for (const call of searches) found.push(yield* search(recall, call));
    known = [...known, { role: 'assistant', content: said, tool_calls: searches }, ...found];
  }
}

/** One answer of the model without its searches: those are what it comes to, unless it ends the call as well. */
async function* answer(
  thoughts: AsyncIterable<Thought>,
): AsyncGenerator<Thought, { said: string; searches: ToolCall[] }> {
  const searches: ToolCall[] = [];
  let said = '';
  let isLast = false;
  for await (const thought of thoughts) {
    const call = searchIn(thought);
    if (call) {
      searches.push(call);
      continue;
    }
    yield thought;
    if (thought.type === 'text') said += thought.text;
    isLast ||= thought.type === 'tool_call';
  }
  return { said, searches: isLast ? [] : searches };
}

async function* search(recall: Recall, call: ToolCall): AsyncGenerator<LookupThought, ChatMessage> {
  const { id, name } = call;
  yield lookup({ type: 'tool_started', id, name });
  const excerpts = await recall.find(queryOf(call), SEARCH_MS);
  yield lookup({ type: 'tool_done', id, name });
  yield lookup({ type: 'cited', sources: citationsOf(excerpts) });
  return { role: 'tool', content: searchAnswer(excerpts), tool_call_id: id };
}

const searchIn = (thought: Thought): ToolCall | null =>
  thought.type === 'tool_call' && thought.call.name === SEARCH_KNOWLEDGE_BASE.name ? thought.call : null;

const lookup = (what: RetrievalEvent): LookupThought => ({ type: 'lookup', lookup: what });
