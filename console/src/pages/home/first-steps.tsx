import { answered, api } from '../../api.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import { strings } from './strings.ts';
import { isCallable } from '../agents/agent.ts';
import { StarterAgentButton } from '../agents/starter-agent-button.tsx';
import './first-steps.css';
import { stepsOf, type Step } from './steps.ts';

/** What is best done next, until all of it is done. */
export function FirstSteps({ calls }: { readonly calls: number }) {
  const { value } = useQuery(loadCounts);
  if (value === null) return null;
  const steps = stepsOf({ ...value, calls });
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  return (
    <section class="card padded stack">
      <h2>{strings.firstSteps}</h2>
      <ol class="steps">
        {steps.map((step, number) => (
          <li key={step.name} class={step.isDone ? 'done' : step === next ? 'next' : ''}>
            <span class="step-mark" aria-hidden="true">
              {step.isDone ? <Icon name="check" /> : number + 1}
            </span>
            <span>
              <a href={at(step.page)}>{strings.steps[step.name].title}</a>
              {step.isDone && <span class="unseen"> ({strings.isDone})</span>}
              <span class="hint">{strings.steps[step.name].why}</span>
              {step === next && <StepAction step={step} talkTo={value.talkTo} />}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The button of the next step, where one press does it. */
function StepAction({ step: { name, page }, talkTo }: { readonly step: Step; readonly talkTo: string | null }) {
  if (name === 'agent')
    return (
      <span class="step-action">
        <StarterAgentButton taken={[]} />
        <LinkButton href={at('/agents')}>{strings.template}</LinkButton>
      </span>
    );
  if (name !== 'talk' || talkTo === null) return null;
  return (
    <span class="step-action">
      <LinkButton kind="primary" icon="microphone" href={at(page)}>
        {strings.steps.talk.title}
      </LinkButton>
    </span>
  );
}

async function loadCounts() {
  const [agents, documents, numbers, campaigns] = await Promise.all([
    answered(api.GET('/api/v1/agents')),
    answered(api.GET('/api/v1/knowledge')),
    answered(api.GET('/api/v1/phone-numbers')),
    answered(api.GET('/api/v1/campaign/')),
  ]);
  return {
    agents: agents.length,
    documents: documents.length,
    numbers: numbers.length,
    campaigns: campaigns.length,
    talkTo: agents.find(isCallable)?.agent_id ?? null,
  };
}
