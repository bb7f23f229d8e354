import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { folded, foldedText } from '../../../server/db/folded.ts'
import { contains, says } from '../../../server/lib/tables/table.ts'
import { fold, hasWords, LETTERS, searchable } from '../../../src/contract/kernel/fold.ts'
import { makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

const TEXTS = [
  ...["Sant'Ilario d’Enza", 'Forlì-Cesena', 'Straße Šibenik Łódź', 'PV007', 'PV-0012', 'PV7', '00184 Roma', '+390521123456'],
  ...['0521 12.34.56', 'ÀÉÎÕÜ àéîõü', 'Ordine 2026/123', `50 % di a_b \\ (c) [d] {e} ^$ x|y`],
]
const TYPED = [
  ...[
    "sant'ilario",
    'santilario',
    'sant ilario',
    'forli cesena',
    'forlicesena',
    'strasse',
    'sibenik',
    'lodz',
    'pv7',
    'PV-007',
    '007',
    '12',
  ],
  ...['00184', '184', '0521/123456', '+39 0521 123456', '0521123456', 'aeiou', '2026/123', '50 %', 'a_b', '(c) [d]', '{e} ^$', 'x|y', '\\'],
]
test('the database folds and finds as the device does', () =>
  inWorld(async ({ db }) => {
    const letters = Object.values(LETTERS).join('')
    const row = async (select: ReturnType<typeof sql>) =>
      ((await db.execute(sql`select ${select} as said`)) as { rows: { said: unknown }[] }).rows[0]!.said
    for (const text of [...TEXTS, letters, letters.toUpperCase()]) {
      expect(await row(folded(sql`${text}::text`)), text).toBe(fold(text))
      expect(await row(foldedText(sql`${text}::text`)), text).toBe(searchable(text))
    }
    for (const text of TEXTS)
      for (const typed of TYPED) {
        const here = hasWords(text, typed)
        expect(await row(contains(typed, foldedText(sql`${text}::text`))!), `${text}: ${typed}`).toBe(here)
        if (/^\D+$/.test(typed)) expect(await row(says(typed, sql`${text}::text`)!), `${text}: ${typed}, not folded`).toBe(here)
      }
  }))

test('a station is found in lists, suggestions, hours and search alike, however it is typed', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    await makeStation(world.db, { code: 'ZX007', name: "Sant'Angelo Straße", city: 'Forlì-Cesena', status: 'active' })
    for (const typed of ["sant'angelo", 'sant’angelo', 'santangelo', 'strasse forlicesena', 'zx7', 'ZX-007', 'zx0007']) {
      const named = encodeURIComponent(typed)
      const codes = async (path: string) => (await admin.get(path)).body.data
      const list = (await codes(`/stations?search=${named}`)).data
      const map = (await codes(`/stations/map?search=${named}`)).stations
      const hints = await codes(`/suggestions/stations?value=${named}`)
      const hits = (await codes(`/search?search=${named}`)).find(({ kind }: { kind: string }) => kind === 'stations')?.hits ?? []
      expect(
        [list, map, hints].map((rows: { code: string }[]) => rows.map(({ code }) => code)),
        typed,
      ).toEqual([['ZX007'], ['ZX007'], ['ZX007']])
      expect(
        hits.map(({ name }: { name: string }) => name),
        typed,
      ).toEqual(["ZX007 Sant'Angelo Straße"])
    }
  }))
