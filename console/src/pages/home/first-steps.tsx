import { answered, api } from '../../api.ts';
import { Icon } from '../../parts/icon.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { at } from '../../paths.ts';
import { strings } from './strings.ts';
import { StarterAgentButton } from '../agents/starter-agent-button.tsx';
import './first-steps.css';
import { stepsOf } from './steps.ts';

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
              {step.name === 'agent' && !step.isDone && (
                <span class="step-action">
                  <StarterAgentButton taken={[]} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
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
  };
}
