/** Does what has a name once at a time: who asks for it meanwhile gets what comes of that. */
export function createOneAtATime<Value>(): (name: string, run: () => Promise<Value>) => Promise<Value> {
  const underWay = new Map<string, Promise<Value>>();
  return (name, run) => {
    const running = underWay.get(name) ?? run().finally(() => underWay.delete(name));
    underWay.set(name, running);
    return running;
  };
}
