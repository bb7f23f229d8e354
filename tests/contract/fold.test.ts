import { expect, test } from 'vitest'
import { fold, hasWords, searchable, searchWords } from '../../src/contract/kernel/fold.ts'

test.each([
  ['Forlì', 'forli'],
  ['Łódź Straße', 'lodz strasse'],
  ['ŠKODA Šibenik Đakovo', 'skoda sibenik dakovo'],
  ['Nguyễn Thị Hạnh Ǎ ǯ', 'nguyen thi hanh a ʒ'],
  ['Ærø Œuvre STRAẞE İzmir ıſ Þór', 'aero oeuvre strasse izmir is thor'],
  ['Caffe\u0300 Ünal Ñandú', 'caffe unal nandu'],
])('%s is folded to %s', (text, folded) => expect(fold(text)).toBe(folded))

test('marks of the text do not count', () => expect(searchable("Sant’Ilario d'Enza, Forlì-Cesena")).toBe('santilario denza, forlicesena'))

test.each<[text: string, found: string[], not: string[]]>([
  ["Sant'Ilario d'Enza", ["sant'ilario", 'sant’ilario', 'SANTILARIO', 'sant ilario', 'denza', 'd`enza'], ['santailario']],
  ['Forlì-Cesena', ['forli cesena', 'forlicesena', 'forlì‑cesena'], ['cesenatico']],
  ['Straße Šibenik Łódź', ['strasse', 'sibenik', 'lodz', 'Šibenik'], []],
  ['PV007', ['pv7', 'PV007', 'pv-7', '007', '7', 'pv 007'], ['pv8', '0071']],
  ['PV7', ['pv007', '007', 'PV-07'], ['pv70']],
  ['PV-0012', ['pv12', 'PV0012', 'pv 12'], []],
  ['00184 Roma', ['00184', '184', 'roma 00184'], ['1840']],
  ['11840', ['1184'], ['0184']],
  ['+390521123456', ['0521 123456', '0521/123456', '0521-123456', '+39 0521 123456', '0039 0521123456', '052112'], ['0522']],
  ['0521 12.34.56', ['0521123456', '+390521123456', '0521/123456'], []],
  ['Ordine 2026/123', ['2026/123', '2026123'], ['2026/124']],
])('%s is found by what people type, and only by that', (text, found, not) => {
  for (const typed of found) expect(hasWords(text, typed), typed).toBe(true)
  for (const typed of not) expect(hasWords(text, typed), typed).toBe(false)
})
test('a search without a word finds all', () => {
  for (const typed of ['', '  ', "'", '-', undefined]) expect([searchWords(typed), hasWords('x', typed)]).toEqual([[], true])
})
