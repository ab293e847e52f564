import { Option, type Command } from 'commander';
import { answered, type components } from '../../typescript/index.ts';
import { moment, shortened, table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

type Group = components['schemas']['GapGroup'];

interface GapOptions {
  readonly agent?: string;
  readonly kind?: Group['kind'];
  readonly limit: number;
  readonly offset: number;
}

/** `calls gaps`. */
export function gapCommand(calls: Command, working: CommandAction): void {
  calls
    .command('gaps')
    .description('Questions without an answer, and answers that were marked as wrong, the most frequent first.')
    .option('--agent <agent_id>', 'only those of this agent')
    .addOption(new Option('--kind <kind>', 'only these').choices(['unanswered', 'wrong']))
    .option('-n, --limit <number>', 'how many at most', wholeNumber, 20)
    .option('--offset <number>', 'how many to skip', wholeNumber, 0)
    .action(working(loggedIn(gaps)));
}

async function gaps({ api, print }: Work, { agent, kind, limit, offset }: GapOptions): Promise<void> {
  const query = { limit, offset, ...(agent !== undefined && { agent_id: agent }), ...(kind !== undefined && { kind }) };
  print(await answered(api.GET('/api/v1/calls/gaps', { params: { query } })), (page) =>
    [
      table(page.gaps, {
        COUNT: ({ count }) => count,
        KIND: (group) => group.kind,
        LAST: ({ last_at }) => moment(last_at),
        QUESTION: ({ question }) => shortened(question),
        ANSWER: ({ answers }) => shortened(answers[0]?.answer ?? ''),
        CORRECT: ({ answers }) => shortened(answers[0]?.correct_answer ?? ''),
        CALL_ID: ({ answers }) => answers[0]?.call_id ?? null,
      }),
      ...(page.gaps.length < page.total ? [`${page.gaps.length} of ${page.total}`] : []),
      ...(page.has_older ? ['Older calls with gaps are not in the list.'] : []),
    ].join('\n'),
  );
}
