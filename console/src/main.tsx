import './theme.css';
import { LANGUAGE } from './language.ts';
import { loadMessages } from './messages.ts';

const root = document.getElementById('app') ?? document.body;
document.documentElement.lang = LANGUAGE;

const loaded = await loadMessages(LANGUAGE)
  .then(() => import('./start.tsx'))
  .catch((error: unknown) => {
    reportError(error);
    showNotLoaded();
    return null;
  });
await loaded?.start(root);

/** The texts or the code are not there: the page brings these words in every language. */
function showNotLoaded(): void {
  const words = document.querySelector<HTMLTemplateElement>('#not-loaded')?.content;
  const own = words?.querySelector(`[lang=${LANGUAGE}]`);
  own?.setAttribute('role', 'alert');
  root.replaceChildren(...(own ? [own] : []));
}
