/** Waits until `work` settles, but no longer than `ms` milliseconds; the work then continues in the background. */
export const waitAtMost = (ms: number, work: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    work.then(done, (error) => {
      console.error(error)
      done()
    })
  })
