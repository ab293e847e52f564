import { strings } from './strings.ts';
import { rowNumber, type ContactPreview } from './contact-preview.ts';

/** The first rows of a contact list, by their numbers. Those that cannot be called stand out. */
export const PreviewTable = ({ preview: { columns, rows, badRows } }: { readonly preview: ContactPreview }) => (
  <div class="preview-frame" role="region" aria-label={strings.firstRows} tabIndex={0}>
    <table class="preview-table">
      <caption class="hint">{strings.firstRows}</caption>
      <thead>
        <tr>
          <th scope="col">{strings.row}</th>
          {columns.map((name, at) => (
            <th key={at} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, place) => (
          <tr key={place} class={badRows.some(({ row }) => row === rowNumber(place)) ? 'bad' : undefined}>
            <th scope="row" class="figure">
              {rowNumber(place)}
            </th>
            {columns.map((_, at) => (
              <td key={at}>{cells[at]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
