import { LinkButton } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import type { Agent } from './agent.ts';
import { callWarnings } from './call-warnings.ts';
import { providersOfLanguage, readCatalogue, type Catalogue } from './catalogue.ts';
import { draftOf, type Draft } from './draft.ts';
import { formStrings } from './strings.ts';

interface CallWarningsNoticeProps {
  readonly draft: Omit<Draft, 'name'>;
  readonly catalogue: Catalogue;
}

/** Warns of what makes calls of this agent fail. Nothing while nothing is known to. */
export function CallWarningsNotice({ draft, catalogue }: CallWarningsNoticeProps) {
  const { config, agent_category, telephony_provider } = draft;
  const { primary } = config.language;
  const carrier = agent_category === 'telephony' ? telephony_provider : null;
  const supported = useQuery(() => providersOfLanguage(primary), primary);
  const { messages, needsCredentials } = callWarnings(config, carrier, catalogue, supported.value);
  if (messages.length === 0) return null;
  return (
    <Notice
      kind="warn"
      action={needsCredentials && <LinkButton href={at('/credentials')}>{formStrings.addCredentials}</LinkButton>}
    >
      {messages.join('\n')}
    </Notice>
  );
}

/** The same for a stored agent, on pages that have not read the catalogue. */
export function AgentWarnings({ agent }: { readonly agent: Agent }) {
  const { value: catalogue } = useQuery(readCatalogue);
  return catalogue && <CallWarningsNotice draft={draftOf(agent)} catalogue={catalogue} />;
}
