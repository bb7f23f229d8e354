/** Functions that tell whether a reload would lose text now: forms, verifiche, the outbox. */
export const unsaved = new Set<() => boolean>()
export const wouldLoseText = () => [...unsaved].some((holds) => holds())
