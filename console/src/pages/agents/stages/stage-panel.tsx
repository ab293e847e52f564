import { useState } from 'preact/hooks';
import { Badge } from '../../../parts/badge.tsx';
import { entryId, StageGraph, type Whereabouts } from './stage-graph.tsx';
import { StageWays } from './stage-ways.tsx';
import { stageStrings as words } from './stage-strings.ts';
import type { Stage } from './stage-model.ts';
import './stage-panel.css';

interface StagePanelProps {
  readonly stages: readonly Stage[];
  readonly whereabouts: Whereabouts;
}

/** Where a conversation is among the stages of its agent: the graph, and the list below. Nothing without stages. */
export function StagePanel({ stages, whereabouts }: StagePanelProps) {
  // On a phone it would take the place of the captions.
  const [isOpen] = useState(() => matchMedia('(width >= 46rem)').matches);
  if (stages.length === 0) return null;
  return (
    <details class="card stage-panel" open={isOpen}>
      <summary>
        <h2>{words.title}</h2>
      </summary>
      <StageGraph {...{ stages, whereabouts }} />
      <ol class="stage-list">
        {stages.map((stage, place) => (
          <li
            key={stage.id}
            id={entryId(place)}
            tabIndex={-1}
            aria-current={stage.id === whereabouts.stage ? 'step' : undefined}
          >
            <h3>
              {stage.id} {stage.id === whereabouts.stage && <Badge tone="info">{words.current}</Badge>}
            </h3>
            <StageWays {...{ stage, place }} />
          </li>
        ))}
      </ol>
    </details>
  );
}
