import type { ApiProblem } from '../../../../clients/typescript/index.ts';
import { formStrings } from './strings.ts';

/** What is wrong with a draft: a path in the request, such as `prompts.greeting_message`, and the words. */
export interface DraftProblem {
  readonly path: string;
  readonly message: string;
}

/** The parts of the form, and which paths each of them shows. */
export const SECTIONS = {
  agent: ['name', 'agent_category', 'telephony_provider', 'prompts', 'language'],
  models: ['models'],
  behaviour: ['behaviour', 'limits', 'recording', 'redaction'],
  speech: ['speech', 'caller_audio', 'endpointing', 'languages'],
  knowledge: ['knowledge_base'],
  variables: ['custom_variables'],
  tools: ['tools', 'mcp_servers', 'handover', 'keypad'],
  web: ['web', 'page_tools'],
  stages: ['stages'],
  telephone: ['transfer', 'voicemail', 'pre_call', 'do_not_call', 'callbacks'],
  analysis: ['analysis'],
} as const;
export type Section = keyof typeof SECTIONS;

const PATH = /^([a-z_]+(?:\.[\w-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*):? /u;
const MODEL_WITHOUT_PARENT = /^(?:stt|tts|llm)_config\b/u;
const NAME_TAKEN = /^An agent named .+ already exists$/u;
const HEADS: ReadonlySet<string> = new Set(Object.values(SECTIONS).flat());

/** Where in the form the API's words belong; null when they are about no field of it. */
export function draftProblem({ field, message }: ApiProblem): DraftProblem | null {
  const path = field ?? pathIn(message);
  if (path === null) return null;
  const bare = path.replace(/^config\./u, '');
  const words = NAME_TAKEN.test(message) ? formStrings.check.taken(message) : message;
  return HEADS.has(headOf(bare)) ? { path: bare, message: words } : null;
}

function pathIn(message: string): string | null {
  if (NAME_TAKEN.test(message)) return 'name';
  const named = PATH.exec(message)?.[1] ?? null;
  return named !== null && MODEL_WITHOUT_PARENT.test(named) ? `models.${named}` : named;
}

const headOf = (path: string): string => path.split(/[.[]/u, 1)[0] ?? '';

/** The section that shows this path. */
export function sectionOf(path: string): Section {
  const head = headOf(path);
  const found = (Object.entries(SECTIONS) as [Section, readonly string[]][]).find(([, heads]) => heads.includes(head));
  return found?.[0] ?? 'agent';
}

/** What is wrong with this field or something in it; null when nothing is. */
export const problemAt = (problems: readonly DraftProblem[], path: string): string | null =>
  problemsAt(problems, path)[0]?.message ?? null;

/** Everything that is wrong with this field or in it. */
export const problemsAt = (problems: readonly DraftProblem[], path: string): readonly DraftProblem[] =>
  problems.filter((problem) => isWithin(problem.path, path));

const isWithin = (each: string, path: string): boolean =>
  each === path || each.startsWith(`${path}.`) || each.startsWith(`${path}[`);
