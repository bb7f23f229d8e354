import { pricePdfs } from '../../../src/contract/prices/pdfs.ts'
import { hasPdfToText, letters } from '../../pdf/pdf-text.ts'
import { inDays } from '../days.ts'
import { known } from '../known.ts'
import { namesTheirs, type StationScope } from '../scope.ts'

/** Prices on paper, of one station and of the network, now and of the day they were in force from. */
const TODAY = inDays(0)
const ofStation = (path: string): StationScope => ({
  asks: ({ id }) => ({ url: path.replace('{id}', String(id)).replace('{date}', TODAY) }),
})
const ofNetwork = (path: string): StationScope => ({
  async check(who, places) {
    const { status, bytes } = await who.caller.get(path.replace('{date}', TODAY))
    if (status !== 200) return `is answered with ${status}`
    return hasPdfToText && namesTheirs(letters(bytes), places)
  },
})

export default known(pricePdfs, {
  sign: { call: 'GET /prices/stations/pdf/{id}', policy: 'prices.read', scope: ofStation('/prices/stations/pdf/{id}') },
  signOn: { call: 'GET /prices/stations/pdf/{id}/{date}', policy: 'prices.read', scope: ofStation('/prices/stations/pdf/{id}/{date}') },
  network: { call: 'GET /prices/stations/pdf/multi', policy: 'prices.read', scope: ofNetwork('/prices/stations/pdf/multi') },
  networkOn: {
    call: 'GET /prices/stations/pdf/multi/{date}',
    policy: 'prices.read',
    scope: ofNetwork('/prices/stations/pdf/multi/{date}'),
  },
  history: { call: 'GET /prices/stations/pdf/single/{id}', policy: 'prices.read', scope: ofStation('/prices/stations/pdf/single/{id}') },
  historyOn: {
    call: 'GET /prices/stations/pdf/single/{id}/{date}',
    policy: 'prices.read',
    scope: ofStation('/prices/stations/pdf/single/{id}/{date}'),
  },
})
