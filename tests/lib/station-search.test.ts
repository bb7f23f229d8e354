import { beforeAll, describe, expect, test, vi } from 'vitest'
import { makeIndex } from '../../src/features/inspections/station-index.ts'
import { type FoundStation, indexStations, stationSearch } from '../../src/features/inspections/station-search.ts'

const station = (id: number, code: string, name: string, city: string, province: string, address = 'Via Roma 1'): FoundStation => ({
  id,
  code,
  name,
  address,
  city,
  province,
})
const rows = [
  station(1, 'PV001', 'Rete Demo Cantù – Via Milano', 'Cantù', 'CO', 'Via Milano 12'),
  station(2, 'PV002', 'Area Sant’Ilario', "Sant'Ilario d'Enza", 'RE', 'Via Emilia 191'),
  station(3, 'PV010', 'Fidenza Ovest', 'Parma', 'PR', 'S.S. 9 km 43+500'),
  station(4, 'PV011', 'Stazione Est', 'Fidenza', 'PR', 'Via Emilia 10'),
  station(5, 'PV100', 'Deposito', 'Parma', 'PR', 'Via Fidenza 3'),
]
const search = stationSearch(indexStations(rows))
const ids = (question: string) => search(question).map((row) => row.id)

test.each([
  ['cantu', [1]],
  ['CANTÙ', [1]],
  // Zeros before a number do not count (`PV1` is `PV001`): the exact code, codes that begin so, then those that do without the zeros.
  ['pv001', [1, 3, 4, 5]],
  ['pv1', [1, 3, 4, 5]],
  ['pv01', [1, 3, 4, 5]],
  ['00', [1, 2, 5, 3, 4]],
  ['pv 011', [4]],
  ["sant'ilario", [2]],
  ['santilario', [2]],
  ['sant ilario', [2]],
  ['ilario', [2]],
  ['enza', [2]],
  ['denza', [2]],
  // Order of relevance: name, then town, then address.
  ['fidenza', [3, 4, 5]],
  ['fid par', [3, 5]],
  ['emilia re', [2]],
  ['43 500', [3]],
  ['idenza', []],
  ['fidenza milano', []],
  ['', []],
  [' – ', []],
])('%j finds %j', (question, found) => expect(ids(question)).toEqual(found))

test('an exact code comes before the codes that begin with it', () => {
  const longer = stationSearch(
    indexStations([station(1, '34641', 'A', 'Roma', 'RM'), station(2, '3464', 'B', 'Roma', 'RM'), station(3, '13464', 'C', 'Roma', 'RM')]),
  )
  expect(longer('3464').map((row) => row.id)).toEqual([2, 1, 3])
})
test('a hit is shown as it was written', () => expect(search('pv002')).toEqual([rows[1]]))
test('a match of the town comes before one of the address', () => {
  const found = stationSearch(
    indexStations([
      station(1, 'A1', 'Area Nord', 'Fano', 'PU', 'Via Parma 2'),
      station(2, 'A2', 'Deposito Nord', 'Parma', 'PR'),
      station(3, 'A3', 'Parma Nord', 'Fano', 'PU'),
      station(4, 'A4', 'Deposito', 'Parma Nord', 'PR'),
    ]),
  )
  expect(found('parma nord').map((row) => row.id)).toEqual([3, 4, 2, 1])
})
test('the best hits come first among many others, which keep their order', () => {
  const others = Array.from({ length: 60 }, (_, i) => station(i + 1, `A${i + 1}`, `Area ${i}`, 'Fano', 'PU', 'Via Bra 2'))
  const [town, exact] = [station(99, 'B1', 'Deposito', 'Bra', 'CN'), station(98, 'BRAVIA', 'Deposito', 'Fano', 'PU')]
  const search = stationSearch(indexStations([...others, town, exact]))
  const found = search('bra via').map((row) => row.id)
  expect(found).toEqual([98, 99, ...others.slice(0, 48).map((row) => row.id)])
  expect(search('area').map((row) => row.id)).toEqual(others.slice(0, 50).map((row) => row.id))
})
test('an address of two lines is shown on one', () => {
  const [one] = stationSearch(indexStations([station(1, 'A1', 'Area', 'Fano', 'PU', 'Via Roma 2\nscala B')]))('a1')
  expect(one!.address).toBe('Via Roma 2 scala B')
})
test('without stations there are no hits', () => expect(stationSearch(indexStations([]))('roma')).toEqual([]))

describe('all stations of Italy', () => {
  const cities = ['Fidenza', 'Cantù', "L'Aquila", 'Reggio Calabria', 'San Benedetto del Tronto', 'Forlì', 'Bra', 'Quartu Sant’Elena']
  const streets = ['Via Roma', 'Viale Europa', 'S.S. 16 Adriatica km', 'Strada Provinciale', "Via dell'Industria", 'Corso Italia']
  const many = Array.from({ length: 24_000 }, (_, i) =>
    station(
      i + 1,
      String(3_000 + i * 7),
      `Stazione ${cities[i % 8]} ${i % 97}`,
      cities[(i * 5) % 8]!,
      'PR',
      `${streets[i % 6]} ${i % 410}`,
    ),
  )
  let find: (question: string) => FoundStation[]
  beforeAll(() => {
    find = stationSearch(indexStations(many))
  })
  test('at most 50 hits are returned', () => expect(find('s')).toHaveLength(50))
  test('the hits equal those of a full scan', () => {
    const words = (text: string) =>
      text
        .toLowerCase()
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/['’]/g, '')
        .match(/[a-z0-9]+/g) ?? []
    const naive = (question: string) =>
      many.filter((row) => {
        const own = words(`${row.name} ${row.city} ${row.province} ${row.address}`.replace(/(\p{L}+)['’](\p{L}+)/gu, '$1$2 $2'))
        return words(question).every((part) => row.code.includes(part) || own.some((word) => word.startsWith(part)))
      })
    for (const question of ['laquila 407 corso', 'forli 88 europa', 'bra 31 16', '170998', 'elena 12 industria', 'reggio cal 3 viale 71']) {
      const expected = naive(question).map((row) => row.id)
      const found = find(question).map((row) => row.id)
      expect(found).toHaveLength(Math.min(50, expected.length))
      for (const id of found) expect(expected).toContain(id)
    }
  })
})

describe('the worker that builds the index', () => {
  /** Runs the worker module in this thread; messages are cloned as between threads. */
  async function inThisThread(): Promise<Worker> {
    const inside = new EventTarget()
    const outside = new EventTarget()
    vi.stubGlobal('addEventListener', inside.addEventListener.bind(inside))
    vi.stubGlobal('postMessage', (data: unknown) => outside.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) })))
    vi.resetModules()
    await import('../../src/features/inspections/station-index.worker.ts')
    return Object.assign(outside, {
      postMessage: (data: unknown) =>
        queueMicrotask(() => inside.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))),
      terminate: vi.fn(),
    }) as unknown as Worker
  }
  test('returns an index and is terminated; a failure is reported', async () => {
    const worker = await inThisThread()
    const search = stationSearch(await makeIndex(rows, worker))
    expect(search('cantu')).toEqual([rows[0]])
    expect(worker.terminate).toHaveBeenCalledOnce()
    const lost = makeIndex(rows, worker)
    worker.dispatchEvent(new Event('error'))
    await expect(lost).rejects.toThrow('La ricerca dei punti vendita non è disponibile.')
    expect(worker.terminate).toHaveBeenCalledTimes(2)
    vi.unstubAllGlobals()
  })
})
