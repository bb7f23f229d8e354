export let markFirstPaint: () => void
/** Resolves once the first page is shown with its data (app/router.ts). Code that the first paint does not need is fetched after it. */
export const firstPaint = new Promise<void>((done) => {
  markFirstPaint = done
})
