export { openai } from './openai.ts';
export { openaiCompatible } from './openai-compatible.ts';
export { script } from './script.ts';
