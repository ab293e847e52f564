import { register } from 'node:module';

// For `node --import`: the process and its threads load TypeScript.
register('./typescript-hooks.js', import.meta.url);
process.setSourceMapsEnabled(true);
