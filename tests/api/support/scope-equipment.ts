import { apart, type Met, pdf } from './scope-met.ts'

/** How a person who has some stations is met by the calls of what stands on one. */
export const equipmentScope: Readonly<Record<string, Met>> = {
  'GET /bank/pos': { list: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
  'GET /suggestions/banks': apart('names of banks, which stand on no station'),
  'GET /station/pieces/{kind}/{id}': { at: ({ device }) => ({ url: `/station/pieces/station_device/${device.id}` }) },
  'GET /station/pieces/{kind}/{id}/files/{fileId}': {
    at: ({ device }, of) => ({ url: `/station/pieces/station_device/${device.id}/files/${of.manual}` }),
  },
  'GET /netdevices/{id}': { at: ({ id }) => ({ url: `/netdevices/${id}` }) },
  'POST /station/devices': { at: ({ id }) => ({ url: '/station/devices', body: { station_id: id, type: 'pc' } }) },
  'PUT /station/devices/{id}': {
    at: ({ device: { id, rev } }) => ({ url: `/station/devices/${id}`, body: { rev, note: 'altra' } }),
  },
  'DELETE /station/devices/{stationId}/{id}': { at: ({ id }, of) => ({ url: `/station/devices/${id}/${of.device.id}` }) },
  'POST /station/dispensers': { at: ({ id }) => ({ url: '/station/dispensers', body: { station_id: id } }) },
  'POST /station/dispensers/{id}': { at: ({ id }) => ({ url: `/station/dispensers/${id}`, body: { island: 2 } }) },
  'PUT /station/dispensers/{id}': {
    at: ({ dispenser: { id, rev } }) => ({ url: `/station/dispensers/${id}`, body: { rev, note: 'altra' } }),
  },
  'DELETE /station/dispensers/{stationId}/{id}': { at: ({ id }, of) => ({ url: `/station/dispensers/${id}/${of.dispenser.id}` }) },
  'POST /station/pieces/{kind}/{id}/upload': {
    at: ({ dispenser }) => ({ url: `/station/pieces/dispenser/${dispenser.id}/upload`, files: pdf }),
    only: 'net.write',
  },
  'DELETE /station/pieces/{kind}/{id}/files/{fileId}': {
    at: ({ device }, of) => ({ url: `/station/pieces/station_device/${device.id}/files/${of.manual}` }),
    only: 'net.write',
  },
  'POST /bank/pos': { at: ({ id }) => ({ url: '/bank/pos', body: { station_id: id, type: 'mobile' } }) },
  'PUT /bank/pos/{id}': { at: ({ pos: { id, rev } }) => ({ url: `/bank/pos/${id}`, body: { rev, side: 1 } }) },
  'DELETE /bank/pos/{id}': { at: ({ pos }) => ({ url: `/bank/pos/${pos.id}` }) },
  'POST /netdevices': { at: ({ id }) => ({ url: '/netdevices', body: { station_id: id, item: 'PC', ip: '10.9.9.9' } }) },
  'PUT /netdevices/{id}': { at: ({ router: { id, rev } }) => ({ url: `/netdevices/${id}`, body: { rev, note: 'altra' } }) },
  'DELETE /netdevices/{id}': { at: ({ router }) => ({ url: `/netdevices/${router.id}` }) },
  'POST /station/fireext': { at: ({ id }) => ({ url: '/station/fireext', body: { station_id: id, number: 'E2' } }) },
  'PUT /station/fireext/{id}': {
    at: ({ extinguisher: { id, rev } }) => ({ url: `/station/fireext/${id}`, body: { rev, location: 'altrove' } }),
  },
  'DELETE /station/fireext/{stationId}/{id}': { at: ({ id }, of) => ({ url: `/station/fireext/${id}/${of.extinguisher.id}` }) },
  'POST /station/oilseparator': { at: ({ id }) => ({ url: '/station/oilseparator', body: { station_id: id, number: 'D2' } }) },
  'PUT /station/oilseparator/{id}': {
    at: ({ separator: { id, rev } }) => ({ url: `/station/oilseparator/${id}`, body: { rev, note: 'altra' } }),
  },
  'DELETE /station/oilseparator/{stationId}/{id}': { at: ({ id }, of) => ({ url: `/station/oilseparator/${id}/${of.separator.id}` }) },
  'GET /station/dispensers/{id}': { at: ({ id }) => ({ url: `/station/dispensers/${id}` }) },
  'GET /station/devices/{id}': { at: ({ id }) => ({ url: `/station/devices/${id}` }) },
  'GET /station/fireext/{id}': { at: ({ id }) => ({ url: `/station/fireext/${id}` }) },
  'GET /station/oilseparator/{id}': { at: ({ id }) => ({ url: `/station/oilseparator/${id}` }) },
}
