/** The rest of a code path that was killed at an await: it simply never goes on. Each its own, so that nothing piles up on one promise. */
export const never = (): Promise<never> => new Promise<never>(() => {})
