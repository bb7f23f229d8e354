/** Waits for `work`, whatever becomes of it, but no longer than `ms` milliseconds: it then goes on by itself. */
export const within = (ms: number, work: Promise<unknown>): Promise<void> =>
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
