import { resource } from '../kernel/endpoint.ts'
import { text } from '../kernel/fields.ts'
import { offlinePart } from '../kernel/offline-part.ts'
import { fieldRoles, stationRoles } from '../kernel/roles.ts'

/** (+) "Appunti": notes with photos that visitors of a station write, also offline. */
export const stationNotes = resource(
  'station_notes',
  offlinePart('notes', {
    fields: { text: text('Testo', { max: 10_000 }) },
    ok: ['Appunto creato', 'Appunto modificato', 'Appunto eliminato'],
    policy: 'net.field',
    kept: { place: 'page', by: [...fieldRoles, ...stationRoles] },
  }),
)
