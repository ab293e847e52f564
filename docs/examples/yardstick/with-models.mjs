/**
 * Copies the yardstick with other models: `node docs/examples/yardstick/with-models.mjs <folder> --agent <settings>
 * --caller <settings>`. Settings are those of an LLM provider as JSON, such as '{"provider": "openai", "model": "gpt-5-mini"}'.
 * Callers without settings stay scripted.
 */
import { realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** An agent of the yardstick that this model answers for. */
function withModel(agent, settings) {
  const { models } = agent.config;
  return { ...agent, config: { ...agent.config, models: { ...models, llm_config: settings } } };
}

/** A suite of the yardstick whose callers are played by this model. */
function withCallers(suite, settings) {
  const played = ({ script: _script, otherwise: _otherwise, ...persona }) => ({ ...persona, llm: settings });
  const personas = Object.entries(suite.personas).map(([name, persona]) => [name, played(persona)]);
  return { ...suite, personas: Object.fromEntries(personas) };
}

/** Writes the yardstick into a folder, with these models. */
export async function writeYardstick(folder, { agent, caller }) {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(HERE)) {
    const text = await readFile(join(HERE, name), 'utf8');
    const isAgent = name.endsWith('.json') && agent !== undefined;
    const isSuite = name.endsWith('.suite.yaml') && caller !== undefined;
    const copy = isAgent
      ? `${JSON.stringify(withModel(JSON.parse(text), agent), null, 2)}\n`
      : isSuite
        ? stringify(withCallers(parse(text), caller))
        : text;
    if (name !== 'with-models.mjs') await writeFile(join(folder, name), copy);
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const options = { agent: { type: 'string' }, caller: { type: 'string' } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (positionals.length !== 1) throw new Error('Pass the folder to write to');
  const settings = Object.entries(values).map(([name, text]) => [name, JSON.parse(text)]);
  await writeYardstick(positionals[0], Object.fromEntries(settings));
}
