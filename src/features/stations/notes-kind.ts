import { stationNotes } from '../../contract/stations/notes.ts'
import { copyKind, inShort } from '../../outbox/copy-kind.ts'

/** Notes on a station, written where there may be no network. */
export const noteKind = copyKind({
  name: 'station_note',
  contract: stationNotes,
  labels: { text: 'Testo' },
  words: 'L’appunto è stato modificato anche su un altro dispositivo.',
  titleOf: ({ values, place }) => `Appunto «${inShort(values.text)}» – ${place}`,
  page: (id, appunto) => ({ to: '/stazioni/$id', params: { id }, search: { scheda: 'appunti', appunto } }),
})
