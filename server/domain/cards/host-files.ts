import type { CardStatus, CustomerKind } from '../../../src/contract/cards/words.ts'
import { cardStatuses } from '../../../src/contract/cards/words.ts'
import { compact, isDay, isFiscalCode, isPiva } from '../../../src/contract/kernel/italian-codes.ts'
import { provinceSigns } from '../../../src/contract/kernel/province-signs.ts'

/** The files exchanged with hosts: `;`, UTF-8 with BOM, CRLF. Source: docs/spec/integrations.md#icad */
export const HEADS = {
  customers: ['codice', 'tipo', 'denominazione', 'cf', 'piva', 'indirizzo', 'cap', 'citta', 'prov', 'email', 'attivo'],
  cards: ['numero', 'tipo', 'codice_cliente', 'targa', 'intestatario', 'stato', 'scadenza', 'carburanti', 'plafond_g', 'plafond_m', 'km'],
  states: ['numero', 'stato', 'credito', 'punti', 'ultimo_uso'],
  points: ['numero', 'punti', 'data'],
} as const
export type HostFile = keyof typeof HEADS

/** Whether the first line is the heading of this kind of file. */
export const isHead = (kind: HostFile, line: readonly string[] | undefined) =>
  HEADS[kind].every((name, at) => line?.[at]?.trim().toLowerCase() === name)

export interface HostCustomer {
  code: number
  kind: CustomerKind
  denomination: string
  fiscalCode: string | null
  piva: string | null
  address: string
  cap: string
  city: string
  province: string
  email: string | null
  active: boolean
}
/** A line, or the sentence that says why it cannot be taken. */
export type Read<T> = { ok: T } | { error: string }
const whole = (text: string | undefined) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)
const money = (text: string | undefined) => {
  const plain = (text ?? '')
    .trim()
    .replace(/\.(?=\d{3}(\D|$))/g, '')
    .replace(',', '.')
  return /^-?\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}
const lastLine = (tail: string) => tail.slice(Math.max(tail.lastIndexOf('\n'), tail.lastIndexOf('\r')) + 1)
/** Whether the last line of a file has its end: one without may still be written to. `tail`: its last bytes. */
export const isClosed = (tail: string) => lastLine(tail) === ''
/** Whether the last line of a file breaks off: the file was not written to its end. */
export const isCutOff = (kind: HostFile, tail: string) => !isClosed(tail) && lastLine(tail).split(';').length < HEADS[kind].length

export function readCustomer(line: readonly string[]): Read<HostCustomer> {
  const [
    codice,
    tipo = '',
    denominazione = '',
    cf = '',
    partita = '',
    indirizzo = '',
    cap = '',
    citta = '',
    prov = '',
    email = '',
    attivo = '',
  ] = line.map((cell) => cell.trim())
  const code = whole(codice)
  const [fiscalCode, piva, province] = [compact(cf), compact(partita), prov.toUpperCase()]
  if (!code) return { error: `Il codice cliente "${codice}" non è valido.` }
  if (!['privato', 'azienda', 'ente'].includes(tipo.toLowerCase())) return { error: `Il tipo "${tipo}" non è ammesso.` }
  if (!denominazione) return { error: 'Manca la denominazione.' }
  if (fiscalCode && !isFiscalCode(fiscalCode)) return { error: `Il codice fiscale "${cf}" non è valido.` }
  if (piva && !isPiva(piva)) return { error: `La partita IVA "${partita}" non è valida.` }
  if (!/^\d{5}$/.test(cap)) return { error: `Il CAP "${cap}" non è valido.` }
  if (!provinceSigns.includes(province)) return { error: `La provincia "${prov}" non è valida.` }
  return {
    ok: {
      ...{
        code,
        kind: tipo.toLowerCase() as CustomerKind,
        denomination: denominazione,
        fiscalCode: fiscalCode || null,
        piva: piva || null,
      },
      ...{ address: indirizzo, cap, city: citta, province, email: email.toLowerCase() || null, active: /^(s|1)/i.test(attivo) },
    },
  }
}
export interface HostState {
  number: string
  /** Null where the host's word is none of ours. */
  status: CardStatus | null
  said: string
  credit: number | null
  points: number | null
}
const states = new Map(
  Object.entries(cardStatuses).flatMap(([key, label]) => [key, label.toLowerCase()].map((word) => [word, key as CardStatus])),
)
export function readState(line: readonly string[]): Read<HostState> {
  const [number = '', said = '', credit, points] = line.map((cell) => cell.trim())
  if (!/^\d{10,19}$/.test(number)) return { error: `Il numero di tessera "${number}" non è valido.` }
  const [euros, count] = [money(credit), whole(points)]
  if (credit && euros === undefined) return { error: `Il credito "${credit}" non è un importo.` }
  if (points && count === undefined) return { error: `I punti "${points}" non sono un numero intero.` }
  return { ok: { number, status: states.get(said.toLowerCase()) ?? null, said, credit: euros ?? null, points: count ?? null } }
}
export interface HostPoints {
  number: string
  points: number
  /** `YYYY-MM-DD` or an instant. */
  at: string
}
export function readPoints(line: readonly string[]): Read<HostPoints> {
  const [number = '', points, date = ''] = line.map((cell) => cell.trim())
  if (!/^\d{10,19}$/.test(number)) return { error: `Il numero di tessera "${number}" non è valido.` }
  const count = whole(points)
  if (count === undefined) return { error: `I punti "${points}" non sono un numero intero.` }
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(date) ?? []
  const at = year ? `${year}-${month}-${day}` : date.slice(0, 10)
  if (!isDay(at)) return { error: `La data "${date}" non è valida.` }
  return { ok: { number, points: count, at } }
}
/** Surname and name of a person whose host knows one text: the last word is the name. */
export function namesOf(denomination: string): { lastname: string; name: string } {
  const words = denomination.split(/\s+/)
  return words.length < 2 ? { lastname: denomination, name: '–' } : { lastname: words.slice(0, -1).join(' '), name: words.at(-1)! }
}
