export { acmeStt } from './acme/stt.ts';
