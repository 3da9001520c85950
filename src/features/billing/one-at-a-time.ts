/** Runs what has one name once at a time: whoever asks meanwhile gets the result of the run under way. */
export function createOneAtATime<Value>(): (name: string, run: () => Promise<Value>) => Promise<Value> {
  const underWay = new Map<string, Promise<Value>>();
  return (name, run) => {
    const running = underWay.get(name) ?? run().finally(() => underWay.delete(name));
    underWay.set(name, running);
    return running;
  };
}
