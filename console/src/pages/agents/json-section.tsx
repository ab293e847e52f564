import { Button } from '../../parts/button.tsx';
import { showToast } from '../../parts/toast.tsx';
import { formStrings } from './strings.ts';
import { requestOf, type Draft } from './draft.ts';
import './json-section.css';

/** The agent as the API gets it. */
export function JsonSection({ draft }: { draft: Draft }) {
  const json = JSON.stringify(requestOf(draft), null, 2);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(json);
    showToast(formStrings.copied);
  };
  return (
    <section class="card padded stack" aria-label={formStrings.tabs.json}>
      <div class="row json-head">
        <p class="hint">{formStrings.jsonHint}</p>
        <Button icon="copy" onPress={() => void copy()}>
          {formStrings.copyJson}
        </Button>
      </div>
      <pre class="json" tabIndex={0}>
        {json}
      </pre>
    </section>
  );
}
