export let reachCalm: () => void
/** Resolves once the first page stands with what it reads (app/router.ts says so): what the first paint can do without is fetched only then. */
export const calm = new Promise<void>((done) => {
  reachCalm = done
})
