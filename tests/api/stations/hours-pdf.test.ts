import { expect, test } from 'vitest'
import { detailed_openings } from '../../../server/db/schema/stations/station-sets.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { MAX_PRINTED_STATIONS } from '../../../src/contract/stations/openings.ts'
import { hasPdfToText, letters, words } from '../../pdf/pdf-text.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

const PDF = '/stations/detailed-openings/pdf'
const day = (station_id: number, weekday: number, more: object = {}) => ({
  ...{ station_id, mode: 'servito' as const, weekday, open1: '07:00', close1: '12:30', open2: '15:00', close2: '19:30', ...more },
})
const closed = { open1: null, close1: null, open2: null, close2: null, closed: true }

test('the PDF of hours needs the policy, and a wrong filter is refused', () =>
  inWorld(async ({ as }) => {
    expect((await (await as()).get(PDF)).status).toBe(401)
    expect((await (await as('ispettore')).get(PDF)).status).toBe(403)
    expect((await (await as('admin')).get(`${PDF}?mode=notte`)).status).toBe(422)
  }))

test.skipIf(!hasPdfToText)(
  'the hours on paper: landscape, a line for each mode and season, heads on each page, what is not known is not closed',
  () =>
    inWorld(async ({ as, db }) => {
      const { id } = await makeStation(db, { code: 'ZZ1', status: 'temporarily_closed' })
      await makeStation(db, { code: 'ZZ2', province: 'MI' })
      await db
        .insert(detailed_openings)
        .values([
          ...[1, 2, 3, 4, 5].map((weekday) => day(id, weekday)),
          ...[1, 2, 3, 4, 5, 6, 7].map((weekday) =>
            day(id, weekday, { mode: 'self', season: 'estivo', valid_from: '06-01', valid_to: '09-15', ...(weekday === 7 && closed) }),
          ),
        ])
      const { status, headers, bytes } = await (await as('admin')).get(`${PDF}?search=prova+zz&sort=code&province=PR`)
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(headers['content-disposition']).toMatch(/riepilogo_orari_\d{8}\.pdf/)
      expect(/\/MediaBox \[0 0 (\d+)\.\d* (\d+)/.exec(bytes.toString('latin1'))?.slice(1)).toEqual(['841', '595'])
      const text = words(bytes)
      for (const part of ['Riepilogo orari', 'Filtri: ricerca «prova zz»; provincia PR', '1 punto vendita', 'Prova ZZ1', 'Fidenza (PR)'])
        expect(text).toContain(part)
      expect(text).toContain('Chiuso temporaneamente')
      expect(text).toContain('Estivo 01/06–15/09')
      expect(text).toContain('07:00–12:30 15:00–19:30')
      expect(text).toContain('pagina 1 di 1')
      expect(text).not.toContain('ZZ2')
      // Saturday and Sunday of the one are not known, the Sunday of the other is closed.
      expect(text.match(/Chiuso(?! temporaneamente)/g)).toHaveLength(1)
      expect(text.match(/come dom\./g)).toHaveLength(1)
      const both = words((await (await as('admin')).get(`${PDF}?search=prova+zz`)).bytes)
      expect(both).toContain('Orari non ancora inseriti.')
    }),
)

test.skipIf(!hasPdfToText)('the hours on paper: many stations have their heads on each page', () =>
  inWorld(async ({ as, db }) => {
    for (let at = 0; at < 40; at++) await makeStation(db, { code: `ZZ${at}` })
    const text = letters((await (await as('admin')).get(`${PDF}?search=prova+zz`)).bytes)
    const pages = Number(/pagina1di(\d+)/.exec(text)![1])
    expect(pages).toBeGreaterThan(1)
    expect(text.match(/LunedìMartedì/g)).toHaveLength(pages)
  }),
)

test.skipIf(!hasPdfToText)('the hours on paper: who has some stations reads theirs alone', () =>
  inWorld(async ({ as, db }) => {
    const mine = await makeStation(db, { code: 'ZZ1' })
    await makeStation(db, { code: 'ZZ2' })
    const rete = await as('rete')
    await assign(db, mine.id, rete.user_id)
    const text = words((await rete.get(PDF)).bytes)
    expect(text).toContain('Prova ZZ1')
    expect(text).not.toContain('ZZ2')
  }),
)

test('the PDF of hours refuses too many stations with the limit; with filters it is printed', () =>
  inWorld(async ({ as, db }) => {
    await db.insert(stations).values(
      Array.from({ length: MAX_PRINTED_STATIONS + 1 }, (_, at) => ({
        ...{ code: `ZW${at}`, name: `Lunga ${at}`, address: 'Via Emilia 1', cap: '43036', city: 'Fidenza' },
        ...{ province: at ? 'PR' : 'PC', region: 'Emilia-Romagna', search_text: 'lunga' },
      })),
    )
    const admin = await as('admin')
    const { status, body } = await admin.get(`${PDF}?search=lunga`)
    expect([status, body.message]).toEqual([422, 'Il PDF contiene al massimo 1.000 punti vendita: restringere i filtri.'])
    const narrowed = await admin.get(`${PDF}?search=lunga&province=PC`)
    expect([narrowed.status, narrowed.headers['content-type']]).toEqual([200, 'application/pdf'])
  }))
