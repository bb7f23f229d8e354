import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { folded, foldedText } from '../../../server/db/folded.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import { contains } from '../../../server/lib/tables/table.ts'
import { fold, hasWords, JOINERS, searchable } from '../../../src/contract/kernel/fold.ts'
import { makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

const TEXTS = [
  ...[
    "Sant'Ilario d’Enza",
    'Forlì-Cesena',
    'Straße Šibenik Łódź',
    'Nguyễn Thị Hạnh',
    'Nguyễn Thị'.normalize('NFD'),
    'Ærøskøbing Œuvre',
    'PV007',
    'PV-0012',
    'PV7',
    '00184 Roma',
    '+390521123456',
  ],
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
    'nguyen thi hanh',
    'NGUYỄN',
    'nguyên',
    'aeroskobing',
    'œuvre',
    'pv7',
    'PV-007',
    '007',
    '12',
  ],
  ...['00184', '184', '0521/123456', '+39 0521 123456', '0521123456', 'aeiou', '2026/123', '50 %', 'a_b', '(c) [d]', '{e} ^$', 'x|y', '\\'],
]
const CODES = [
  // Latin-1, Latin Extended-A and -B, what their upper and lower cases are elsewhere, combining marks, Latin Extended Additional.
  ...[
    [0x20, 0x7e],
    [0xa0, 0x24f],
    [0x2c60, 0x2c7f],
    [0x300, 0x36f],
    [0x1e00, 0x1eff],
  ].flatMap(([first, last]) => Array.from({ length: last! - first! + 1 }, (_, n) => String.fromCodePoint(first! + n))),
  ...[...JOINERS, '–', '—', '“', '”', '«', '€', '…', '·', '😀'],
]
/** What the database makes of each text. */
async function inDatabase(db: Db, texts: readonly string[], made: (text: SQL) => SQL): Promise<string[]> {
  const from = sql`unnest(array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]) with ordinality as one(text, place)`
  const { rows } = (await db.execute(sql`select ${made(sql`text`)} as made from ${from} order by place`)) as { rows: { made: string }[] }
  return rows.map(({ made }) => made)
}
test('the database folds every Latin letter and mark as the device does, composed or not', () =>
  inWorld(async ({ db }) => {
    const texts = CODES.flatMap((letter) => [letter, letter.normalize('NFD'), `a${letter}b`, `x${letter.normalize('NFD')}\u0301`])
    expect(await inDatabase(db, texts, folded)).toEqual(texts.map(fold))
    expect(await inDatabase(db, texts, foldedText)).toEqual(texts.map(searchable))
    const letters = CODES.filter((letter) => /^\p{Script=Latin}$/u.test(letter))
    expect(letters.filter((letter) => fold(letter) !== fold(letter.toLowerCase()) || fold(fold(letter)) !== fold(letter))).toEqual([])
  }))
test('the database folds and finds as the device does', () =>
  inWorld(async ({ db }) => {
    for (const typed of TYPED)
      expect(await inDatabase(db, TEXTS, (text) => sql`(${contains(typed, foldedText(text))})::text`), typed).toEqual(
        TEXTS.map((text) => String(hasWords(text, typed))),
      )
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
