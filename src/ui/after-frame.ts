/** Resolves after the frame that is being made, which need not wait for what is asked for next: to ask for a module and all it imports is a millisecond's work. Not while the tab is hidden. */
export const afterFrame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
