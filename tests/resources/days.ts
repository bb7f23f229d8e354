/** The Italian day of an instant, `YYYY-MM-DD`. */
export const dayOf = (instant: string | number) => new Date(instant).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
/** The Italian day so many days from now. */
export const inDays = (days: number) => dayOf(Date.now() + days * 86_400_000)
