/** Calendar days `YYYY-MM-DD`, in UTC. */
const DAY_MS = 86_400_000
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, count: number) => new Date(utc(day) + count * DAY_MS).toISOString().slice(0, 10)
export const yearOf = (day: string) => Number(day.slice(0, 4))
/** Days from one day to another, negative when it lies before. */
export const daysBetween = (from: string, to: string) => Math.round((utc(to) - utc(from)) / DAY_MS)
