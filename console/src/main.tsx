import './theme.css';
import { LANGUAGE } from './language.ts';
import { loadMessages } from './messages.ts';

const root = document.getElementById('app') ?? document.body;
document.documentElement.lang = LANGUAGE;

try {
  await loadMessages(LANGUAGE);
  const { start } = await import('./start.tsx');
  await start(root);
} catch (error) {
  root.textContent = String(error);
}
