import type { AnswerTo, ToolService } from '../../application/runtime/rehearsal/tool-service.ts';

/** What a program of a scenario file or a suite exports: a service for all conversations, or one for each. */
interface ServiceProgram {
  readonly answerTo?: AnswerTo;
  readonly newService?: () => ToolService;
}

/** Loads the program. Answers a function that makes the service of one conversation. */
export async function loadService(program: URL): Promise<() => ToolService> {
  const { answerTo, newService } = (await import(program.href)) as ServiceProgram;
  if (newService) return newService;
  if (answerTo) return () => ({ answerTo });
  throw new Error(`${program.pathname} must export answerTo or newService`);
}
