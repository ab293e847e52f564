import { register } from 'node:module';

// For `node --import`: the process and its threads load TypeScript.
register('./typescript-hooks.js', import.meta.url);
process.setSourceMapsEnabled(true);

// Mocha requires a file before it imports it, which these hooks do not see: TypeScript that is also valid JavaScript, such as
// `post<{ id: string }>(…)`, would run with its types. Without this feature Mocha imports first.
Object.defineProperty(process.features, 'require_module', { value: false });
