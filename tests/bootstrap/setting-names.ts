import { readConfig } from '../../bootstrap/config.ts';

/** Every variable that the platform reads. */
export function settingNames(): string[] {
  const names = new Set<string>();
  const env = new Proxy<Record<string, string>>({}, { get: (_, name) => void names.add(String(name)) });
  readConfig(env, ['api', 'runtime']);
  return [...names];
}
