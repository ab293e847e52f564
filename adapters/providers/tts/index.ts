export { deepgram } from './deepgram.ts';
export { elevenlabs } from './elevenlabs.ts';
export { local } from './local.ts';
export { openai } from './openai.ts';
export { openaiCompatible } from './openai-compatible.ts';
