import { describe, expect, test } from 'vitest'
import { dayDoubts, pastDays } from '../../server/domain/prices/mimit-days.ts'
import { MimitError, readPrices, readStations } from '../../server/domain/prices/mimit-files.ts'
import { fuelMatcher, mimitNames } from '../../server/domain/prices/mimit-fuels.ts'
import { romeTime } from '../../server/domain/shared/rome-time.ts'
import { provinceSign } from '../../server/domain/stations/province-sign.ts'

const HEAD = 'idImpianto|Gestore|Bandiera|Tipo Impianto|Nome Impianto|Indirizzo|Comune|Provincia|Latitudine|Longitudine'
const PRICE_HEAD = 'idImpianto|descCarburante|prezzo|isSelf|dtComu'
const utf8 = (text: string) => new TextEncoder().encode(text)
/** UTF-8, where a letter of the private use area stands for one byte. */
const bytesOf = (text: string) =>
  Buffer.concat(
    [...text].map((letter) => (/[\ue080-\ue0ff]/.test(letter) ? Buffer.from([letter.charCodeAt(0) - 0xe000]) : Buffer.from(letter))),
  )
const stations = (lines: string[], head = `Estrazione del 2026-11-20\n${HEAD}`) => {
  const file = readStations(utf8(`${head}\n${lines.join('\n')}\n`))
  return { ...file, list: [...file.rows] }
}
const prices = (lines: string[], head = `Estrazione del 2026-11-20\n${PRICE_HEAD}`) => {
  const file = readPrices(utf8(`${head}\n${lines.join('\n')}\n`))
  return { ...file, list: [...file.rows] }
}
const plain = '12345|VERDI ANNA|Pompe Bianche|Stradale|PROVA CARBURANTI|VIA EMILIA 10 43036|FIDENZA|PR|44.8669|10.0604'

describe('the registry of stations', () => {
  test("a plain row is read without the operator's name", () => {
    const { list, extracted, report } = stations([plain])
    expect(extracted).toBe('2026-11-20')
    expect(list).toEqual([
      {
        id: 12345,
        brand: 'Pompe Bianche',
        kind: 'Stradale',
        name: 'PROVA CARBURANTI',
        address: 'VIA EMILIA 10 43036',
        city: 'FIDENZA',
        province: 'PR',
        latitude: 44.8669,
        longitude: 10.0604,
      },
    ])
    expect(report).toMatchObject({ lines: 1, rows: 1, skipped: {}, left: [], repaired: {}, cut: false })
  })
  test('semicolons, CRLF, BOM, the old first line and decimal commas are accepted', () => {
    const text =
      `\ufeffEstrazione del : 20/11/2026 08:00:00\r\n${HEAD.toUpperCase()}\r\n${plain.replace('44.8669', '44,8669')}\r\n`.replaceAll(
        '|',
        ';',
      )
    const file = readStations(utf8(text))
    const [row] = [...file.rows]
    expect(file.extracted).toBe('2026-11-20')
    expect(row).toMatchObject({ name: 'PROVA CARBURANTI', latitude: 44.8669, longitude: 10.0604 })
  })
  test('Latin-1 is read if the file is not UTF-8', () => {
    const text = `Estrazione del 2026-11-20\n${HEAD}\n${plain.replace('PROVA', 'PERÙ CAFFÈ')}\n`
    const latin = Uint8Array.from(text, (char) => char.charCodeAt(0))
    expect([...readStations(latin).rows][0]?.name).toBe('PERÙ CAFFÈ CARBURANTI')
    expect([...readStations(utf8(text)).rows][0]?.name).toBe('PERÙ CAFFÈ CARBURANTI')
  })
  test.each([
    ['Estrazione del 2026-02-31', null],
    ['Estrazione del 2026-13-01', null],
    ['Estrazione del : 31/02/2026 08:00:00', null],
    ['Estrazione del 29/02/2028', '2028-02-29'],
    ['Estrazione del giorno', null],
  ])('%s is the day %s', (line, day) => expect(stations([plain], `${line}\n${HEAD}`).extracted).toBe(day))
  test.each([
    [
      'stations',
      (lines: string) => [...readStations(bytesOf(`Estrazione del 2026-11-20\n${HEAD}\n${lines}`)).rows].map(({ name }) => name),
    ],
    [
      'prices',
      (lines: string) => [...readPrices(bytesOf(`Estrazione del 2026-11-20\n${PRICE_HEAD}\n${lines}`)).rows].map(({ fuel }) => fuel),
    ],
  ])('one foreign byte in one line spoils no other line of the file of %s', (which, read) => {
    const line = (n: number, text: string) =>
      which === 'stations' ? plain.replace('12345', String(n)).replace('PROVA CARBURANTI', text) : `${n}|${text}|1.7|1|20/08/2026 08:00:00`
    const names = ['Forlì', 'Caff\u00e8 piè', 'Cantù', 'Forlì Sud']
    const utf = names.map((name, n) => line(n + 1, n === 1 ? 'Caff\ue0e8 piè' : name)).join('\n')
    expect(read(`${utf}\n`)).toEqual(names)
  })
  test('a day still to come is no day that is known, and is told with the name of the file', () => {
    const [today, tomorrow] = ['2026-11-20', '2026-11-21']
    const told = (found: string | null, stored: string | null) =>
      dayDoubts({ anagrafica: tomorrow, prezzi: found }, { anagrafica: today, prezzi: stored }, today)
    expect(told('2026-11-22', null)).toEqual([])
    const ahead = ['Il file prezzi dice di essere del 01/01/2099, che deve ancora venire.']
    expect([told('2099-01-01', null), told('2099-01-01', today)]).toEqual([ahead, ahead])
    // What was once taken all the same holds up none of the files that follow.
    expect([told(today, '2099-01-01'), told(null, '2099-01-01')]).toEqual([[], []])
    expect(pastDays({ anagrafica: today, prezzi: '2099-01-01' }, today)).toEqual({ anagrafica: today, prezzi: null })
  })
  test('a separator inside the name of the station or operator is accepted', () => {
    const { list, report } = stations([
      plain.replace('PROVA', 'PROVA | sito.example.it'),
      plain.replace('12345', '2').replace('VERDI ANNA', 'Prova | sito.example.it').replace('PROVA', 'PROVA | sito.example.it'),
    ])
    for (const row of list)
      expect(row).toMatchObject({ brand: 'Pompe Bianche', kind: 'Stradale', name: 'PROVA | sito.example.it CARBURANTI', city: 'FIDENZA' })
    expect(report.repaired).toEqual({ 'separatore nel nome': 2 })
  })
  test('stray quotes are text, tabs are spaces, a missing name is the brand', () => {
    const { list, report } = stations([
      plain.replace('PROVA CARBURANTI', '"DA MARIO'),
      plain.replace('12345', '2').replace('PROVA CARBURANTI', ' PROVA\tDUE  TRE'),
      plain.replace('12345', '3').replace('PROVA CARBURANTI', ''),
    ])
    expect(list.map((row) => row.name)).toEqual(['"DA MARIO', 'PROVA DUE TRE', 'Pompe Bianche'])
    expect(report.repaired).toEqual({ 'nome mancante': 1 })
  })
  test.each([
    ['', '', 'coordinate mancanti'],
    ['0', '0.0', 'coordinate mancanti'],
    ['10.0604', '44.8669', 'coordinate scambiate'],
    ['48.85', '2.35', "coordinate fuori dall'Italia"],
    ['x', '10', 'coordinate mancanti'],
  ])('coordinates %j %j: %s', (latitude, longitude, reason) => {
    const { list, report } = stations([plain.replace('44.8669|10.0604', `${latitude}|${longitude}`)])
    expect(list[0]).toMatchObject({ latitude: null, longitude: null })
    expect(report.repaired).toEqual({ [reason]: 1 })
  })
  test('a wrong province code is corrected by its name, then by the town', () => {
    const { list, report } = stations([
      plain.replace('|PR|', '|Reggio nell’Emilia|'),
      plain.replace('12345', '2').replace('|PR|', '|??|'),
      plain.replace('12345', '3'),
      plain.replace('12345', '4').replace('FIDENZA|PR', 'ALTROVE|??'),
    ])
    // The first row says Fidenza is in RE, the third in PR: they do not agree.
    expect(list.map((row) => row.province)).toEqual(['RE', null, 'PR', null])
    expect(report.repaired).toEqual({ 'provincia corretta': 1, 'provincia sconosciuta': 2 })
    expect(stations([plain, plain.replace('12345', '2').replace('|PR|', '|??|')]).list[1]?.province).toBe('PR')
  })
  test('rows that cannot be used are counted by reason', () => {
    const { list, report } = stations([plain, plain, 'x|a|b|c|d|e|f|g|h|i', '7|troppo|pochi', '', '   '])
    expect(list).toHaveLength(1)
    expect(report).toMatchObject({
      lines: 4,
      rows: 1,
      skipped: { 'identificativo ripetuto': 1, 'identificativo non valido': 1, 'campi mancanti': 1 },
    })
  })
  test.each([
    ['', 'Il file anagrafica del MIMIT è vuoto.'],
    [' \n ', 'Il file anagrafica del MIMIT è vuoto.'],
    ['<!DOCTYPE html><html><body>503</body></html>', 'Al posto del file anagrafica del MIMIT è arrivata una pagina web.'],
    ['Estrazione del 2026-11-20\n', "Il file anagrafica del MIMIT non ha l'intestazione attesa oppure non contiene righe."],
    [`Estrazione del 2026-11-20\n${HEAD}`, "Il file anagrafica del MIMIT non ha l'intestazione attesa oppure non contiene righe."],
    [
      `${PRICE_HEAD}\n1|Benzina|1.8|1|01/01/2026 00:00:00\n`,
      "Il file anagrafica del MIMIT non ha l'intestazione attesa oppure non contiene righe.",
    ],
  ])('%j is refused', (text, message) => expect(() => readStations(utf8(text))).toThrow(new MimitError(message)))
})

describe('the prices', () => {
  test('plain rows in winter and summer time', () => {
    const { list, fuels, extracted } = prices(['12345|Benzina|1.789|1|19/11/2026 21:00:09', '12345|Gasolio|1,939|0|19/08/2026 21:00:09'])
    expect(extracted).toBe('2026-11-20')
    expect(list).toEqual([
      { station: 12345, fuel: 'Benzina', price: 1.789, self: true, at: '2026-11-19T20:00:09.000Z', odd: false },
      { station: 12345, fuel: 'Gasolio', price: 1.939, self: false, at: '2026-08-19T19:00:09.000Z', odd: false },
    ])
    expect(fuels).toEqual(
      new Map([
        ['Benzina', 1],
        ['Gasolio', 1],
      ]),
    )
  })
  test('odd prices are kept and flagged, impossible rows are counted', () => {
    const { list, report } = prices([
      '1|Benzina|0.100|1|19/11/2026 21:00:09',
      '1|Benzina|8.888|1|19/11/2026 21:00:09',
      '1|Benzina|0|1|19/11/2026 21:00:09',
      '1|Benzina|gratis|1|19/11/2026 21:00:09',
      '1|Benzina|1.8|2|19/11/2026 21:00:09',
      '1|Benzina|1.8|1|31/11/2026 21:00:09',
      '1|Benzina|1.8|1|19/11/2026 24:00:00',
      '0|Benzina|1.8|1|19/11/2026 21:00:09',
      '1||1.8|1|19/11/2026 21:00:09',
      '1|Benzina|1.8',
      '1|Super|Plus|1.8|1|19/11/2026 21:00:09',
    ])
    expect(list.map(({ price, odd, fuel }) => [fuel, price, odd])).toEqual([
      ['Benzina', 0.1, true],
      ['Benzina', 8.888, true],
      ['Super|Plus', 1.8, false],
    ])
    expect(report).toMatchObject({
      lines: 11,
      rows: 3,
      skipped: {
        'prezzo non valido': 2,
        'modalità non valida': 1,
        'data non valida': 2,
        'identificativo non valido': 1,
        'carburante mancante': 1,
        'campi mancanti': 1,
      },
      repaired: { 'prezzo fuori da 0,3–5 €': 2, 'separatore nel nome': 1 },
      cut: false,
    })
  })
  test('semicolons', () => {
    const { list } = prices(['1;GPL;0.719;0;19/11/2026 21:00:09'], `Estrazione del : 20/11/2026\n${PRICE_HEAD.replaceAll('|', ';')}`)
    expect(list[0]).toMatchObject({ fuel: 'GPL', price: 0.719, self: false })
  })
  test('a web page is refused', () => expect(() => readPrices(utf8('<html></html>'))).toThrow(MimitError))
})

test('fuel names are matched in any case; an unknown one gives undefined', () => {
  const match = fuelMatcher(Object.entries(mimitNames).map(([id, mise_names]) => ({ id, mise_names })))
  expect(match('BLUE DIESEL')).toBe('Diesel+')
  expect(match('Gasolio artico')).toBe('Gasolio')
  expect(match('HVOlution')).toBe('HVO')
  expect(match('Idrogeno')).toBeUndefined()
  const names = Object.values(mimitNames)
    .flat()
    .map((name) => name.toLowerCase())
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  ['PR', 'PR'],
  ['pr', 'PR'],
  ["Forli'-Cesena", 'FC'],
  ['FORLÌ CESENA', 'FC'],
  ['Monza e della Brianza', 'MB'],
  ["L'AQUILA", 'AQ'],
  ['Bolzano/Bozen', 'BZ'],
  ['NA', 'NA'],
  ['Atlantide', undefined],
  ['', undefined],
])('province %s is %s', (text, sign) => expect(provinceSign(text)).toBe(sign))

test.each([
  [[2026, 1, 1, 0, 0, 0], '2025-12-31T23:00:00.000Z'],
  [[2026, 3, 29, 1, 59, 59], '2026-03-29T00:59:59.000Z'],
  [[2026, 3, 29, 2, 30, 0], '2026-03-29T01:30:00.000Z'],
  [[2026, 3, 29, 3, 0, 0], '2026-03-29T01:00:00.000Z'],
  [[2026, 10, 25, 2, 30, 0], '2026-10-25T00:30:00.000Z'],
  [[2026, 10, 25, 3, 0, 0], '2026-10-25T02:00:00.000Z'],
] as const)('%j in Rome is %s', (wall, instant) =>
  expect(new Date(romeTime(...(wall as [number, number, number, number, number, number]))).toISOString()).toBe(instant),
)
test('Rome agrees with Intl through two years', () => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'medium' })
  for (let day = 0; day < 730; day++) {
    const at = new Date(Date.UTC(2026, 0, 1 + day, 11, 30))
    const [year, month, date, hour, minute] = format.format(at).split(/[- :]/).map(Number) as [number, number, number, number, number]
    expect(romeTime(year, month, date, hour, minute)).toBe(at.getTime())
  }
})

test('files from before 2019, without a header, are recognized by their first line; the wrong kind is refused', () => {
  const station = '71;ROSSI MARIO;Q8;Stradale;Prova Uno;VIA EMILIA 10;FIDENZA;PR;44.8669;10.0604'
  const price = '71;Benzina;1.789;1;19/08/2018 21:00:09'
  const text = (...lines: string[]) => new TextEncoder().encode(`${lines.join('\n')}\n`)
  for (const head of [[], ['Estrazione del 2018-08-20']]) {
    expect([...readStations(text(...head, station)).rows]).toMatchObject([{ id: 71, name: 'Prova Uno', city: 'FIDENZA' }])
    expect([...readPrices(text(...head, price)).rows]).toMatchObject([{ station: 71, fuel: 'Benzina', price: 1.789 }])
    expect(() => readStations(text(...head, price))).toThrow('intestazione attesa')
    expect(() => readPrices(text(...head, station))).toThrow('intestazione attesa')
  }
})
