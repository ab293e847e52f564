import { words } from '../../words.ts';
import type { ContactPreview } from './contact-preview.ts';

/** The first rows of a contact list. */
export const PreviewTable = ({ preview: { columns, rows } }: { readonly preview: ContactPreview }) => (
  <div class="preview-frame" role="region" aria-label={words.campaigns.firstRows} tabIndex={0}>
    <table class="preview-table">
      <caption class="hint">{words.campaigns.firstRows}</caption>
      <thead>
        <tr>
          {columns.map((name, at) => (
            <th key={at} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {columns.map((_, at) => (
              <td key={at}>{cells[at]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
