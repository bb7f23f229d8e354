import { randomUUID } from 'node:crypto'
import { pieces } from '../../../src/contract/equipment/pieces.ts'
import { paper } from '../files.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'

const device = async ({ admin, station }: Scene) =>
  (await admin.post('/station/devices', { station_id: station, number: `PC-${randomUUID().slice(0, 8)}`, type: 'pc' })).body.data
    .id as number

export default known(pieces, {
  get: {
    call: 'GET /station/pieces/{kind}/{id}',
    policy: 'equip.read',
    scope: { asks: ({ pieces: { station_device } }) => ({ url: `/station/pieces/station_device/${station_device!.id}` }) },
  },
  upload: {
    call: 'POST /station/pieces/{kind}/{id}/upload',
    policy: 'equip.read',
    scope: {
      asks: ({ pieces: { dispenser } }) => ({ url: `/station/pieces/dispenser/${dispenser!.id}/upload`, files: [paper] }),
      only: 'net.write',
    },
    write: async (scene) => {
      const id = await device(scene)
      return () => scene.admin.upload(`/station/pieces/station_device/${id}/upload`, [paper], {}, scene.headers)
    },
    leaves: 'creazione, pieces, named',
  },
  file: {
    call: 'GET /station/pieces/{kind}/{id}/files/{fileId}',
    policy: 'equip.read',
    scope: {
      asks: ({ pieces: { station_device } }, of) => ({ url: `/station/pieces/station_device/${station_device!.id}/files/${of.manual}` }),
    },
  },
  removeFile: {
    call: 'DELETE /station/pieces/{kind}/{id}/files/{fileId}',
    policy: 'equip.read',
    scope: {
      asks: ({ pieces: { station_device } }, of) => ({ url: `/station/pieces/station_device/${station_device!.id}/files/${of.manual}` }),
      only: 'net.write',
    },
    write: async (scene) => {
      const id = await device(scene)
      const of = `/station/pieces/station_device/${id}`
      await scene.admin.upload(`${of}/upload`, [paper])
      const [file] = (await scene.admin.get(of)).body.data.files
      return () => scene.admin.del(`${of}/files/${file.id}`, scene.headers)
    },
    leaves: 'eliminazione, pieces, named',
  },
})
