/** Who holds text that a reload would lose: a form or the outbox adds itself while it has any (outbox.md 2.14, R8). */
export const unsaved = new Set<unknown>()
