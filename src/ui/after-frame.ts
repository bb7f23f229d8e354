/**
 * Resolves after the current frame, which then need not wait for the work that follows: importing a module takes a millisecond. Pauses
 * while the tab is hidden.
 */
export const afterFrame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
