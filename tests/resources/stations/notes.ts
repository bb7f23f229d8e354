import { randomUUID } from 'node:crypto'
import { sha256 } from '../../../server/lib/files/files.ts'
import { stationNotes } from '../../../src/contract/stations/notes.ts'
import { jpeg } from '../../api/support/inspection-fixtures.ts'
import { newNote, notePicture, sendPicture } from '../../api/support/note-fixtures.ts'
import { known } from '../known.ts'
import { click } from '../screens.ts'

const photo = await jpeg(7)

export default known(
  stationNotes,
  {
    list: { call: 'GET /stations/{id}/notes', policy: 'net.field', scope: { asks: ({ id }) => ({ url: `/stations/${id}/notes` }) } },
    create: {
      call: 'POST /station/notes',
      policy: 'net.field',
      scope: {
        asks: ({ id }) => ({
          url: '/station/notes',
          body: { uuid: randomUUID(), station_id: id, noted_at: '2026-11-20T08:00:00.000Z', text: 'Vista' },
        }),
        readersToo: true,
      },
      write: async (scene) => {
        const record = randomUUID()
        const photo = await notePicture(scene.ivan, record)
        return () => newNote(scene.ivan, scene.station, { uuid: record, photos: [photo] }, scene.headers)
      },
      leaves: 'creazione, station_notes, named, station_note created',
    },
    update: {
      call: 'PUT /station/notes/{uuid}',
      policy: 'net.field',
      scope: {
        asks: ({ note }, of) => ({ url: `/station/notes/${note}`, body: { rev: 2, text: 'Rivista', photos: [of.photo] } }),
        readersToo: true,
      },
      revised: true,
      write: async ({ ivan, station, headers }) => {
        const { uuid, rev } = (await newNote(ivan, station)).body.data
        return () => ivan.put(`/station/notes/${uuid}`, { rev, text: 'dopo' }, headers)
      },
      leaves: 'modifica, station_notes, named, station_note updated',
    },
    remove: {
      call: 'DELETE /station/notes/{uuid}',
      policy: 'net.field',
      scope: { asks: ({ note }) => ({ url: `/station/notes/${note}` }), othersRecord: true },
      write: async ({ ivan, station, headers }) => {
        const { uuid } = (await newNote(ivan, station)).body.data
        return () => ivan.del(`/station/notes/${uuid}`, headers)
      },
      leaves: 'eliminazione, station_notes, named, station_note deleted',
    },
    upload: {
      call: 'POST /station/notes/files',
      policy: 'net.field',
      scope: {
        asks: ({ note }) => ({
          url: '/station/notes/files',
          body: { uuid: randomUUID(), record: note, sha256: sha256(photo), size: String(photo.length) },
          files: [{ name: 'foto.jpg', bytes: photo }],
        }),
        readersToo: true,
      },
      write: async ({ ivan, headers }) => {
        const bytes = await jpeg()
        const [uuid, record] = [randomUUID(), randomUUID()]
        return () => sendPicture(ivan, record, bytes, { uuid }, headers)
      },
      leaves: 'creazione, station_notes, named',
    },
    picture: {
      call: 'GET /station/notes/files/{uuid}',
      policy: 'net.field',
      scope: { asks: (at) => ({ url: `/station/notes/files/${at.photo}` }) },
    },
  },
  {
    history: { station_note: 'station_notes' },
    screens: async (api) => {
      const [{ id }] = (await api.get('/stations')).data
      return [{ name: 'note form', path: `/stazioni/${id}?scheda=appunti`, act: click('Nuovo appunto') }]
    },
  },
)
