import type { ReactNode } from 'react';

interface DenseTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}

/** The frame of every table of the reference. */
export function DenseTable({ label, heads, children }: DenseTableProps) {
  return (
    <div className="table-wrap">
      <table className="table table--stack table--dense" aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
