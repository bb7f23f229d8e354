import * as v from 'valibot'
import { del, resource } from '../kernel/endpoint.ts'
import { flag, ip, longText, mac, optional, optionalText, text } from '../kernel/fields.ts'
import { stationPart } from '../kernel/station-part.ts'

/** "Apparati di rete": the addresses of network devices, never their credentials. */
const fields = {
  /** Free text, such as "Router". */
  item: text('Apparato', { max: 60 }),
  ip: ip('Indirizzo IP'),
  mac: optional(mac('Indirizzo MAC')),
  hostname: optionalText('Nome host'),
  brand: optionalText('Marca'),
  model: optionalText('Modello'),
  serial: optionalText('Seriale'),
  location: optionalText('Posizione'),
  monitored: v.optional(flag('Monitorato'), false),
  note: longText('Note'),
}
const ok = ['Apparato creato', 'Apparato modificato', 'Apparato eliminato'] as const
export const networkDevices = resource('network_devices', {
  ...stationPart('/netdevices', fields, ok, { read: 'net.tech', row: { last_seen_at: v.nullable(v.string()) } }),
  remove: del('/netdevices/{id}', { ok: ok[2], policy: 'net.write' }),
})
