/** How many replicas follow a master and have caught up once, as its INFO says. */
export function onlineReplicas(info: string): number {
  return info.match(/^slave\d+:.*\bstate=online\b/gm)?.length ?? 0;
}
