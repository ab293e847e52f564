export { script } from './script.ts';
