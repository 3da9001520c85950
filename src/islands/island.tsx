import type { ComponentType } from 'react';

interface IslandProps<Props extends object> {
  /** As in the table of `mount.tsx`. */
  readonly name: string;
  readonly component: ComponentType<Props>;
  readonly props: Props;
  /** Props that the document already holds: drawn by the server, not repeated beside the island. */
  readonly kept?: readonly (keyof Props & string)[];
}

/** Draws an island inside a server page and writes beside it what the browser needs to take over. */
export function Island<Props extends object>({ name, component: Component, props, kept = [] }: IslandProps<Props>) {
  const written = Object.fromEntries(Object.entries(props).filter(([prop]) => !kept.some((name) => name === prop)));
  return (
    <div data-island={name} data-props={JSON.stringify(written)}>
      <Component {...props} />
    </div>
  );
}
