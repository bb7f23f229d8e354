/** Whoever holds text that a reload would lose, each telling whether it does so now: forms, verifiche, the outbox (outbox.md 2.14, R8). */
export const unsaved = new Set<() => boolean>()
export const wouldLoseText = () => [...unsaved].some((holds) => holds())
