import { stationFiles } from '../../../src/contract/stations/files.ts'
import { paper } from '../files.ts'
import { known } from '../known.ts'

export default known(stationFiles, {
  list: { call: 'GET /stations/{id}/files', policy: 'net.read', scope: { asks: ({ id }) => ({ url: `/stations/${id}/files` }) } },
  upload: {
    call: 'POST /stations/{id}/upload',
    policy: 'net.write',
    scope: { asks: ({ id }) => ({ url: `/stations/${id}/upload`, files: [paper] }) },
    write:
      async ({ admin, station, headers }) =>
      () =>
        admin.upload(`/stations/${station}/upload`, [paper], {}, headers),
    leaves: 'creazione, station_files, named',
  },
  download: {
    call: 'GET /stations/download/{id}',
    policy: 'net.read',
    scope: { asks: ({ file }) => ({ url: `/stations/download/${file}` }) },
  },
  removeFile: {
    call: 'DELETE /stations/{id}/files/{fileId}',
    policy: 'net.write',
    scope: { asks: ({ id }, of) => ({ url: `/stations/${id}/files/${of.file}` }) },
    write: async ({ admin, station, headers }) => {
      const sent = await admin.upload(`/stations/${station}/upload`, [paper])
      return () => admin.del(`/stations/${station}/files/${sent.body.data[0].id}`, headers)
    },
    leaves: 'eliminazione, station_files, named',
  },
})
