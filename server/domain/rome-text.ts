/** Italian texts of instants (ISO 8601) as the clock of Rome shows them. */
const parts = new Intl.DateTimeFormat('it-IT', {
  timeZone: 'Europe/Rome',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
function split(instant: string) {
  const found = Object.fromEntries(parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return { day: `${found.day}/${found.month}/${found.year}`, time: `${found.hour}:${found.minute}` }
}
/** "10/03/2026 09:30" */
export function romeMoment(instant: string): string {
  const { day, time } = split(instant)
  return `${day} ${time}`
}
/** "10/03/2026, 09:30–10:45", or both days where they differ. */
export function romeSpan(from: string, to: string): string {
  const a = split(from)
  const b = split(to)
  return a.day === b.day ? `${a.day}, ${a.time}–${b.time}` : `${a.day} ${a.time} – ${b.day} ${b.time}`
}
/** 4260 -> "1 h 11 min"; under a minute "meno di un minuto" */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'meno di un minuto'
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours ? `${hours} h` : '', rest || !hours ? `${rest} min` : ''].filter(Boolean).join(' ')
}
