import { DialSourceFields, type DialSource, type DialSources } from '../calls/dial-source-fields.tsx';
import { withoutAgent, type VariantsDraft } from './variants-draft.ts';
import { VariantsFields } from './variants-fields.tsx';

/** Who calls the contacts of a new campaign, and from what number. */
export interface Callers {
  readonly source: DialSource;
  readonly variants: VariantsDraft;
}

interface CallersFieldsProps extends DialSources {
  readonly callers: Callers;
  readonly onChange: (callers: Callers) => void;
  readonly problemOf: (field: string) => string | null;
}

/** Chooses the agent of a campaign, its caller ID, and other agents that share the contacts. */
export const CallersFields = ({ agents, numbers, callers, onChange, problemOf }: CallersFieldsProps) => (
  <>
    <div class="settings-row">
      <DialSourceFields
        agents={agents}
        numbers={numbers}
        source={callers.source}
        onChange={(source) => onChange({ source, variants: withoutAgent(callers.variants, source.agentId) })}
        problemOf={problemOf}
      />
    </div>
    <VariantsFields
      agents={agents}
      agentId={callers.source.agentId}
      draft={callers.variants}
      onChange={(variants) => onChange({ ...callers, variants })}
      problemOf={problemOf}
    />
  </>
);
