import { expect, test } from 'vitest'
import type { MimitPrice, MimitStation } from '../../server/domain/prices/mimit-files.ts'
import { type Fuel, offersOf, ourStation, rejectionReason, selects, townPostcodes } from '../../server/domain/prices/mimit-network.ts'
import { splitPostcode, townName } from '../../server/domain/stations/town-name.ts'

const row = (more: Partial<MimitStation> = {}): MimitStation => ({
  id: 12345,
  brand: 'Q8',
  kind: 'Strada Statale',
  name: 'ROSSI CARBURANTI',
  address: 'VIA EMILIA 10 43036',
  city: 'FIDENZA',
  province: 'PR',
  latitude: 44.8669,
  longitude: 10.0604,
  ...more,
})
const fuels: Fuel[] = [
  { id: 1, mise_names: ['Benzina'], gpl: false, gas: false },
  { id: 2, mise_names: ['Gasolio', 'Gasolio Alpino'], gpl: false, gas: false },
  { id: 3, mise_names: ['GPL'], gpl: true, gas: true },
  { id: 4, mise_names: ['Metano'], gpl: false, gas: true },
]
const price = (fuel: string, self: boolean, more: Partial<MimitPrice> = {}): MimitPrice => ({
  station: 12345,
  fuel,
  self,
  price: 1.789,
  at: '2026-08-20T18:30:14.000Z',
  odd: false,
  ...more,
})

test('town names in capitals get normal case, others stay unchanged', () => {
  expect(
    ["REGGIO NELL'EMILIA", "L'AQUILA", "SANT'ILARIO D'ENZA", 'SAN BENEDETTO DEL TRONTO', 'Morgex', 'PRESICCE-ACQUARICA', 'CANTÙ'].map(
      townName,
    ),
  ).toEqual(["Reggio nell'Emilia", "L'Aquila", "Sant'Ilario d'Enza", 'San Benedetto del Tronto', 'Morgex', 'Presicce-Acquarica', 'Cantù'])
})

test('a postcode is split from the address, a kilometre is not', () => {
  expect(splitPostcode('VIA MAZZINI  88030')).toEqual({ address: 'VIA MAZZINI', cap: '88030' })
  expect(splitPostcode('VIA ROMA 111, 15039 - -')).toEqual({ address: 'VIA ROMA 111', cap: '15039' })
  expect(splitPostcode('SS.189 KM. 64+649 - C.DA SAN MICHELE  S.N.C  ')).toEqual({
    address: 'SS.189 KM. 64+649 - C.DA SAN MICHELE  S.N.C',
    cap: undefined,
  })
})

test('a registry row becomes a station with code, town, region and the modes it sells', () => {
  const { offers } = offersOf([price('Benzina', true), price('GPL', false), price('Metano', true)], fuels)
  expect(ourStation(row(), offers.get(12345)!, undefined)).toMatchObject({
    code: 'M12345',
    mise_id: 12345,
    address: 'VIA EMILIA 10',
    cap: '43036',
    city: 'Fidenza',
    region: 'Emilia-Romagna',
    kind: 'strada_statale',
    self: true,
    serve: false,
    serveGPL: true,
    selfGPL: false,
    search_text: 'm12345 rossi carburanti via emilia 10 fidenza 43036 q8',
  })
  expect(ourStation(row({ address: 'VIA ROMA', kind: 'Altro' }), [], '43000')).toMatchObject({
    cap: '43000',
    kind: null,
    self: true,
    serve: true,
  })
})

test('if a fuel has two names the first of its list is used; odd prices and unknown fuels are left out', () => {
  const { offers, withheld } = offersOf(
    [
      price('gasolio alpino', true, { price: 1.9 }),
      price('Gasolio', true, { price: 1.7 }),
      price('Benzina', false, { price: 8.888, odd: true }),
      price('Carburante ignoto', true),
    ],
    fuels,
  )
  expect(offers.get(12345)).toMatchObject([{ fuel: { id: 2 }, mode: 'self', price: 1.7 }])
  expect(withheld).toEqual({ 'altro nome dello stesso carburante': 1, 'prezzo fuori da 0,3–5 €': 1 })
})

test("rows are selected by brand and province, rejected with a reason, and completed with the town's postcode", () => {
  const rows = [row(), row({ address: 'VIA ROMA 43036' }), row({ address: 'VIA PO 43100' }), row({ address: 'KM 2', province: 'PC' })]
  const postcode = townPostcodes(rows)
  expect(postcode(row())).toBe('43036')
  expect(postcode(rows[3]!)).toBeUndefined()
  expect(selects({ brands: ['q8'], provinces: [] })(row())).toBe(true)
  expect(selects({ brands: ['Tamoil'], provinces: [] })(row())).toBe(false)
  expect(selects({ brands: [], provinces: ['MO'] })(row())).toBe(false)
  expect(selects({ brands: [], provinces: [] })(row())).toBe(true)
  expect([rejectionReason(row()), rejectionReason(row({ province: null })), rejectionReason(row({ city: '' }))]).toEqual([
    undefined,
    'provincia sconosciuta',
    'comune mancante',
  ])
})
