/** Runs what writes outside of Dexie's zone: whatever is begun while a live query reads counts as part of it, and may only read. */
export const outsideQuery = <T>(work: () => Promise<T>): Promise<T> =>
  new Promise((done, failed) => {
    setTimeout(() => void work().then(done, failed))
  })
