/** `MM-DD` as it is written here, `01/10`, and read: `1/10`, `01.10`; undefined where it is no day. */
export const dayMonth = (date: string): string => (/^\d\d-\d\d$/.test(date) ? `${date.slice(3)}/${date.slice(0, 2)}` : date)
export function readDayMonth(text: string): string | undefined {
  const [, day, month] = /^(\d{1,2})[/.\- ](\d{1,2})$/.exec(text.trim()) ?? []
  if (!day || !month) return undefined
  const date = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const exists = new Date(`2024-${date}T00:00:00Z`)
  return !Number.isNaN(exists.getTime()) && exists.toISOString().slice(5, 10) === date ? date : undefined
}
