import { plain, type Scene, type Writes } from './plain-writes.ts'

const device = async ({ admin, station }: Scene) =>
  (await admin.post('/station/devices', { station_id: station, type: 'pc' })).body.data.id as number
/** The writes of what stands on a station. */
export const equipmentWrites: Writes = {
  ...plain(
    '/station/oilseparator',
    ({ station }) => ({ station_id: station, number: 'DS-9' }),
    { brand: 'Ecovasca' },
    ({ station }) => `/${station}`,
  ),
  ...plain(
    '/station/devices',
    ({ station }) => ({ station_id: station, type: 'rt', number: '99MEX123456', last_check: '2026-01-15' }),
    { last_check: '2026-02-15' },
    ({ station }) => `/${station}`,
  ),
  ...plain(
    '/station/dispensers',
    ({ station }) => ({ station_id: station, number: 'ER-9', guns: [{ number: 901, fuel_id: 1, last_metric_check: '2026-01-15' }] }),
    { guns: [{ number: 902, fuel_id: 1 }] },
    ({ station }) => `/${station}`,
  ),
  'POST /station/pieces/{kind}/{id}/upload': async (scene) => {
    const id = await device(scene)
    const file = { name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }
    return () => scene.admin.upload(`/station/pieces/station_device/${id}/upload`, [file], {}, scene.headers)
  },
  'DELETE /station/pieces/{kind}/{id}/files/{fileId}': async (scene) => {
    const id = await device(scene)
    const of = `/station/pieces/station_device/${id}`
    await scene.admin.upload(`${of}/upload`, [{ name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }])
    const [file] = (await scene.admin.get(of)).body.data.files
    return () => scene.admin.del(`${of}/files/${file.id}`, scene.headers)
  },
  'POST /station/dispensers/{id}':
    async ({ admin, station, headers }) =>
    () =>
      admin.post(`/station/dispensers/${station}`, { number: 'ER-8', guns: [{ number: 903, fuel_id: 1 }] }, headers),
  ...plain('/bank/pos', ({ station }) => ({ station_id: station, tml: 'ZZ99TML', bank_id: 1 }), { side: 2 }),
  ...plain('/netdevices', ({ station }) => ({ station_id: station, item: 'Router', ip: '10.255.0.1' }), { ip: '10.255.0.2' }),
}
