import * as v from 'valibot'
import { resource } from '../kernel/endpoint.ts'
import { choice, date, flag, longText, optional, optionalText, year } from '../kernel/fields.ts'
import { stationPart } from '../kernel/station-part.ts'
import { pieceStatuses } from './piece-kinds.ts'

/** "Dispositivi". `number` is the serial number. */
export const deviceTypes = {
  opt: 'Accettatore (OPT)',
  totem: 'Prezzario/totem',
  rt: 'Registratore telematico',
  cassa: 'Cassa',
  pc: 'PC gestionale',
  concentratore: 'Concentratore',
  console_sonde: 'Console livelli',
  dvr: 'DVR',
  stampante: 'Stampante',
  ricarica: 'Colonnina di ricarica',
  lavaggio: 'Impianto lavaggio',
  altro: 'Altro',
} as const
const fields = {
  number: optionalText('Matricola'),
  type: optional(choice('Tipo', deviceTypes)),
  brand: optionalText('Marca'),
  model: optionalText('Modello'),
  year: optional(year('Anno')),
  stacker: v.optional(flag('Stacker'), false),
  status: v.optional(v.nullable(choice('Stato', pieceStatuses)), 'attivo'),
  installed_at: optional(date('Installato il')),
  last_check: optional(date('Ultima verifica')),
  next_check: optional(date('Prossima verifica')),
  note: longText('Note'),
}
export const stationDevices = resource(
  'station_devices',
  stationPart('/station/devices', fields, ['Dispositivo creato', 'Dispositivo modificato', 'Dispositivo eliminato']),
)
