import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { useAction } from '../../parts/use-action.ts';
import { formStrings } from './strings.ts';
import { JsonField } from './parsed-fields.tsx';
import { toolStrings as words } from './tool-strings.ts';
import { sampleArguments, sampleVariables, type Tool } from './tools.ts';
import './json-section.css';

type Result = components['schemas']['ToolTestResponse'];

/** A stored tool, by the name that the model calls. Its request may name variables. */
export type TriedTool = Pick<Tool, 'name' | 'parameters' | 'side_effects'> & { readonly request: unknown };

interface ToolTrialProps {
  readonly agentId: string;
  readonly tool: TriedTool;
  /** Variables of the agent. */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
}

/** Runs a stored tool once, with a real request, and shows what was sent and what the model would read. */
export function ToolTrial({ agentId, tool, defaults, onClose }: ToolTrialProps) {
  const [given, setGiven] = useState<unknown>(() => sampleArguments(tool));
  const [variables, setVariables] = useState<unknown>(() => sampleVariables(tool, defaults));
  const [hasVariables] = useState(() => Object.keys(sampleVariables(tool, defaults)).length > 0);
  const [isValid, setValid] = useState(true);
  const [areVariablesValid, setVariablesValid] = useState(true);
  const [result, setResult] = useState<Result | null>(null);
  const trial = useAction(async () => {
    setResult(null);
    const path = { agent_id: agentId, tool_name: tool.name };
    const body = {
      arguments: given as Record<string, unknown>,
      ...(hasVariables && { variables: variables as Record<string, unknown> }),
    };
    setResult(await answered(api.POST('/api/v1/agents/{agent_id}/tools/{tool_name}/test', { params: { path }, body })));
  });
  return (
    <Dialog title={words.tryTool(tool.name)} onClose={onClose} wide>
      <Form onSubmit={() => trial.run()} trouble={trial.trouble}>
        <p class="soft">{tool.side_effects ? words.realAction : words.realRequest}</p>
        <JsonField
          label={words.arguments}
          value={given}
          rows={5}
          error={isValid ? null : formStrings.check.json}
          onChange={(value) => setGiven(value ?? {})}
          onValidity={setValid}
        />
        {hasVariables && (
          <JsonField
            label={words.callVariables}
            hint={words.callVariablesHint}
            value={variables}
            rows={4}
            error={areVariablesValid ? null : formStrings.check.json}
            onChange={(value) => setVariables(value ?? {})}
            onValidity={setVariablesValid}
          />
        )}
        {result && <TrialResult result={result} />}
        <DialogFoot>
          <Button onPress={onClose}>{sharedStrings.close}</Button>
          <Button type="submit" kind="primary" busy={trial.isBusy} disabled={!isValid || !areVariablesValid}>
            {words.send}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

const TrialResult = ({ result }: { result: Result }) => {
  const { ok, status, content, cause, variables, request, duration_ms: duration } = result;
  const sent = [
    `${request.method} ${request.url}`,
    ...Object.entries(request.headers).map((header) => header.join(': ')),
  ];
  return (
    <div class="stack">
      <Notice kind={ok ? 'good' : 'error'}>{words.outcome(ok, status, duration)}</Notice>
      {cause !== null && <Notice kind="warn">{cause}</Notice>}
      <h3>{words.modelReads}</h3>
      <pre class="json" tabIndex={0}>
        {content}
      </pre>
      {Object.keys(variables).length > 0 && (
        <>
          <h3>{words.variables}</h3>
          <pre class="json" tabIndex={0}>
            {JSON.stringify(variables, null, 2)}
          </pre>
        </>
      )}
      <h3>{words.sent}</h3>
      <pre class="json" tabIndex={0}>
        {[...sent, '', request.body ?? ''].join('\n').trimEnd()}
      </pre>
    </div>
  );
};
