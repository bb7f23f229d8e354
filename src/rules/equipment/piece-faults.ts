import type { PieceKind } from '../../contract/equipment/piece-kinds.ts'
import { messages } from '../../contract/kernel/valibot-it.ts'

/** Of these fields one must be filled in, or the piece could not be told from others of its kind. The first has the error. */
const SERIAL = { fields: ['number'], missing: messages.required('Matricola') }
const identities: Partial<Record<PieceKind, { fields: readonly string[]; missing: string }>> = {
  dispenser: SERIAL,
  station_device: SERIAL,
  fire_extinguisher: SERIAL,
  oil_separator: SERIAL,
  pos: { fields: ['tml', 'serial'], missing: 'Inserire il codice TML o il seriale.' },
}
const RT = /^[0-9A-Z]{11}$/

type Piece = Readonly<Record<string, unknown>>
/**
 * The sentences by field for what a piece of equipment must be as a whole; undefined where the field is right.
 * @param before the saved piece: one that was saved without its serial number can still be corrected
 */
export function pieceFaults(kind: PieceKind, piece: Piece, before?: Piece): Record<string, string | undefined> {
  const identity = identities[kind]
  const isNamed = (one: Piece) => !identity || identity.fields.some((field) => one[field])
  const unnamed = !isNamed(piece) && (!before || isNamed(before))
  const { type, number, stacker } = piece
  return {
    ...(kind === 'station_device' && {
      number:
        type === 'rt' && typeof number === 'string' && number && !RT.test(number)
          ? 'La matricola di un registratore telematico deve essere di 11 lettere maiuscole o cifre.'
          : undefined,
      stacker: stacker && type !== 'opt' ? 'Lo stacker è solo degli accettatori (OPT).' : undefined,
    }),
    ...(identity && unnamed && { [identity.fields[0]!]: identity.missing }),
  }
}
