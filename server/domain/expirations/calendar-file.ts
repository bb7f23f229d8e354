import { addDays } from '../shared/days.ts'

/** A day in a calendar: what is to be done, and where it is read. */
export interface CalendarDay {
  /** The same in every copy of the calendar, so that a change replaces the entry. */
  uid: string
  /** `YYYY-MM-DD`. */
  day: string
  title: string
  url: string
  /** When it was last changed, an instant. */
  changed_at: string
}
const OCTETS = 75
const bare = (iso: string) => iso.replaceAll('-', '')
const stamp = (instant: string) => `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
const escaped = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n')
/** A line in pieces of at most 75 octets, none of which breaks a letter. */
function folded(line: string): string {
  let out = ''
  let room = OCTETS
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (size > room) {
      out += '\r\n '
      room = OCTETS - 1
    }
    out += letter
    room -= size
  }
  return out
}
/** A calendar of whole days (RFC 5545). Who subscribes to it reads it again after some hours. */
export function calendarFile(name: string, days: readonly CalendarDay[]): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Piazzale//Scadenze//IT', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'],
    ...[`X-WR-CALNAME:${escaped(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT6H'],
    ...days.flatMap(({ uid, day, title, url, changed_at }) => [
      ...['BEGIN:VEVENT', `UID:${uid}`, `DTSTAMP:${stamp(changed_at)}`],
      ...[`DTSTART;VALUE=DATE:${bare(day)}`, `DTEND;VALUE=DATE:${bare(addDays(day, 1))}`],
      ...[`SUMMARY:${escaped(title)}`, `URL:${url}`, 'TRANSP:TRANSPARENT', 'END:VEVENT'],
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}
