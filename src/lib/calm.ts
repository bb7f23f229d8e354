export let reachCalm: () => void
/** Resolves once the first page is shown with its data (app/router.ts). What the first paint does not need is fetched after it. */
export const calm = new Promise<void>((done) => {
  reachCalm = done
})
