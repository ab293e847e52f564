import { readFile } from 'node:fs/promises';
import { root } from '../architecture/cruise.ts';

export interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** One stage of a Dockerfile: base, name and instructions. */
export interface Stage {
  readonly from: string;
  readonly name: string;
  readonly steps: readonly Instruction[];
}

/** The stages of the Dockerfile, with the arguments that stand before them. */
export async function dockerfile(): Promise<{ args: readonly Instruction[]; stages: readonly Stage[] }> {
  const lines = (await readFile(`${root}Dockerfile`, 'utf8')).replace(/\\\n\s*/g, '').split('\n');
  const instructions = lines.flatMap((line): Instruction[] => {
    const [, word = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (word === '' && line !== '' && !line.startsWith('#')) throw new Error(`Not an instruction: ${line}`);
    return word === '' ? [] : [{ word, rest }];
  });
  const stages: { from: string; name: string; steps: Instruction[] }[] = [];
  const args: Instruction[] = [];
  for (const instruction of instructions) {
    const [, from = '', name = ''] = /^(\S+)(?: AS (\S+))?$/.exec(instruction.rest) ?? [];
    if (instruction.word === 'FROM') stages.push({ from, name, steps: [] });
    else (stages.at(-1)?.steps ?? args).push(instruction);
  }
  return { args, stages };
}

/** The arguments of an instruction in JSON form. */
export const wordsOf = (rest: string): string[] => JSON.parse(rest.slice(rest.indexOf('['))) as string[];

/** The instructions of this type. */
export const instructions = ({ steps }: Stage, word: string): string[] =>
  steps.filter((step) => step.word === word).map(({ rest }) => rest);
