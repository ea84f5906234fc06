/** Makes handlers of calls that change something and return the whole state after it. */
export const answerAfter =
  <A>(state: () => A) =>
  <Q>(change: (request: Q) => unknown) =>
  async (request: Q): Promise<A> => {
    await change(request)
    return state()
  }
