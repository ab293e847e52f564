import './charts.css';

/** How a part of a chart is painted. */
export type Hue = 'good' | 'bad' | 'accent' | 'plain' | 'fair';

export interface Series {
  readonly name: string;
  readonly hue: Hue;
}

export interface ColumnOfParts {
  readonly label: string;
  /** One value for each series. */
  readonly values: readonly number[];
}

interface ColumnsProps {
  /** What is shown. */
  readonly caption: string;
  /** What a column stands for, as in "Day". */
  readonly unit: string;
  readonly series: readonly Series[];
  readonly columns: readonly ColumnOfParts[];
  /** What is said in place of a chart in which all is zero. */
  readonly none: string;
}

const HEIGHT = 100;
const WIDTH = 10;
const GAP = 3;

/** A stacked column chart. Screen readers get the same numbers as a table. */
export const Columns = ({ none, ...shown }: ColumnsProps) =>
  shown.columns.every(({ values }) => values.every((value) => value === 0)) ? (
    <p class="soft">{none}</p>
  ) : (
    <Chart {...shown} />
  );

const Chart = ({ caption, unit, series, columns }: Omit<ColumnsProps, 'none'>) => (
  <figure class="chart">
    <Picture columns={columns} series={series} />
    <div class="chart-ends hint" aria-hidden="true">
      <span>{columns[0]?.label}</span>
      <span>{columns.at(-1)?.label}</span>
    </div>
    <ul class="chart-legend" aria-hidden="true">
      {series.map(({ name, hue }) => (
        <li key={name} class={hue}>
          {name}
        </li>
      ))}
    </ul>
    <div class="unseen">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {[unit, ...series.map(({ name }) => name)].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, at) => (
                <td key={series[at]?.name}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </figure>
);

function Picture({ columns, series }: Pick<ColumnsProps, 'columns' | 'series'>) {
  const sumOf = ({ values }: ColumnOfParts): number => values.reduce((sum, value) => sum + value, 0);
  const most = Math.max(0, ...columns.map(sumOf)) || 1;
  const width = columns.length * WIDTH;
  return (
    <svg class="chart-columns" viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <line class="ground" x1={0} x2={width} y1={HEIGHT} y2={HEIGHT} />
      {columns.map((column, at) => (
        <g key={column.label}>
          <title>{titleOf(column, series)}</title>
          <rect class="reach" x={at * WIDTH} y={0} width={WIDTH} height={HEIGHT} />
          {column.values.map((value, part) => {
            const below = column.values.slice(0, part).reduce((sum, each) => sum + each, 0);
            const height = (value / most) * HEIGHT;
            const y = HEIGHT - (below / most) * HEIGHT - height;
            const x = at * WIDTH + GAP / 2;
            return <rect key={part} class={series[part]?.hue} {...{ x, y, height, width: WIDTH - GAP }} />;
          })}
        </g>
      ))}
    </svg>
  );
}

const titleOf = ({ label, values }: ColumnOfParts, series: readonly Series[]): string =>
  [label, ...values.map((value, at) => `${series[at]?.name}: ${value}`)].join('\n');
