/** Resolves after the frame that is being made, so that it need not wait for what is asked for next: to ask for a module and all it imports is a millisecond's work. */
export const afterFrame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
