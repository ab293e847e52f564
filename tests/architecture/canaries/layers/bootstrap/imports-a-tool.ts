// breaks nothing-is-built-on-tools
import { command } from '../tools/command.ts';

export const canary = command;
