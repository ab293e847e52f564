import { stageStrings as words } from './stage-strings.ts';
import { stageNotes, wayWords } from './stage-words.ts';
import { waysId } from './stage-graph.tsx';
import type { Stage } from './stage-model.ts';

/** What a stage is about and where it leads: what the graph says of it, and what there is no room for there. */
export const StageWays = ({ stage, place }: { readonly stage: Stage; readonly place: number }) => (
  <ul class="stage-ways" id={waysId(place)}>
    {stageNotes({ ...stage, fields: [] }, place === 0).map((note) => (
      <li key={note}>{`${note.charAt(0).toUpperCase()}${note.slice(1)}.`}</li>
    ))}
    {stage.fields.length > 0 && <li>{words.collecting(stage.fields.map(({ name }) => name))}</li>}
    {stage.transitions.map((transition, index) => (
      <li key={index}>
        <strong>{words.to(transition.to)}</strong> {wayWords(transition)}.{' '}
        {transition.description !== undefined && transition.description !== '' && `“${transition.description}”`}
      </li>
    ))}
    {stage.transitions.length === 0 && <li>{words.noWay}</li>}
  </ul>
);
