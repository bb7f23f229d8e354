import { stationNotes } from '../../contract/stations/notes.ts'
import { copyKind, excerpt } from '../../outbox/copy-kind.ts'

/** Notes on a station, written where there may be no network. */
export const noteKind = copyKind({
  name: 'station_note',
  contract: stationNotes,
  labels: { text: 'Testo' },
  words: 'L’appunto è stato modificato anche su un altro dispositivo.',
  titleOf: ({ values, place }) => `Appunto «${excerpt(values.text)}» – ${place}`,
  page: (id, appunto) => ({ to: '/stazioni/$id', params: { id }, search: { scheda: 'appunti', appunto } }),
})
