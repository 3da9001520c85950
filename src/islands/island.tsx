import type { ComponentType } from 'react';

interface IslandProps<Props extends object> {
  /** As in the table of `mount.tsx`. */
  readonly name: string;
  readonly component: ComponentType<Props>;
  readonly props: Props;
  /** Props that the document already holds: drawn by the server, not repeated beside the island. */
  readonly kept?: readonly (keyof Props & string)[];
  /** What the props are on most pages: not written, since `mount.tsx` knows it and fills it in. */
  readonly usual?: Partial<Props>;
}

/** Draws an island inside a server page and writes beside it what the browser needs to take over. */
export function Island<Props extends object>(island: IslandProps<Props>) {
  const { name, component: Component, props, kept = [], usual = {} } = island;
  const known = new Map(Object.entries(usual).map(([prop, value]) => [prop, JSON.stringify(value)]));
  const isKept = (prop: string) => kept.some((name) => name === prop);
  const isUsual = (prop: string, value: unknown) => known.has(prop) && known.get(prop) === JSON.stringify(value);
  const written = Object.fromEntries(
    Object.entries(props).filter(([prop, value]) => !isKept(prop) && !isUsual(prop, value)),
  );
  return (
    <div data-island={name} data-props={JSON.stringify(written)}>
      <Component {...props} />
    </div>
  );
}
