import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { verbaleData, verbaleFileName, verbalePictures } from '../../server/domain/inspections/verbale.ts'
import { romeSpan } from '../../server/domain/shared/rome-text.ts'
import { verbalePdf } from '../../server/resources/inspections/verbale-pdf.ts'
import { ModelDefinition } from '../../src/contract/inspections/form.ts'
import { evaluate } from '../../src/rules/inspections/evaluate.ts'
import { printAnswer } from '../../src/rules/inspections/print-answer.ts'
import { duration } from '../../src/rules/shared/italian.ts'
import { hasPdfToText, letters, words } from './pdf-text.ts'
import { sampleBytes, sampleInput, uuid } from './verbale-sample.ts'

const raw = (pdf: Buffer) => pdf.toString('latin1')

describe('the data of a verbale', () => {
  it('numbers each photo once, in the order of the report, and marks what cannot be shown', async () => {
    const input = await sampleInput()
    const wanted = verbalePictures(input)
    expect(wanted).toHaveLength(14)
    expect(wanted[0]).toEqual({ uuid: uuid(1), edge: 1200 })
    const data = verbaleData(input, new Set([uuid(2)]))
    expect(data.cover).toMatchObject({ n: 1, file: null })
    expect(data.nonConformities.map((nc) => nc.photos.map((photo) => photo.n))).toEqual([[2, 3], [4, 5], [6], [7, 8, 9, 10]])
    expect(data.nonConformities[0]!.photos.map((photo) => photo.file)).toEqual([uuid(2), null])
    expect(data.sections[0]!.blocks[0]!.rows[0]).toMatchObject({ n: '1.1', nc: 1, severity: 'lieve', photos: [{ n: 2 }, { n: 3 }] })
    expect(data.appendix).toMatchObject({ more: 0 })
  })
  it('counts non-conformities by severity, one as one and many as many', async () => {
    const input = await sampleInput()
    const said = (counts: typeof input.evaluation.counts) =>
      verbaleData({ ...input, evaluation: { ...input.evaluation, counts } }, new Set()).counts.map(({ n, label }) => `${n} ${label}`)
    expect(said({ lieve: 4, grave: 2, critica: 2 })).toEqual(['4 lievi', '2 gravi', '2 critiche'])
    expect(said({ lieve: 1, grave: 1, critica: 1 })).toEqual(['1 lieve', '1 grave', '1 critica'])
  })
  it('prints at most 40 photos large, and says how many more there are', async () => {
    const input = await sampleInput()
    const photos = Array.from({ length: 50 }, (_, i) => `0b7e1f80-58c1-4d6a-9a6e-0000000000${i + 10}`)
    const answers = { ...input.record.answers, q_vpv_panoramica: { v: photos.slice(0, 10), photos: photos.slice(10) } }
    const evaluation = evaluate(input.definition, { answers }, input.context, '2026-03-10')
    const data = verbaleData({ ...input, record: { answers }, evaluation }, new Set())
    expect([data.appendix.photos.length, data.appendix.more]).toEqual([40, 20])
    expect(verbalePictures({ record: { answers }, evaluation, resolutions: new Map() }).filter(({ edge }) => edge === 480)).toHaveLength(20)
  })
  it('writes answers as people do', async () => {
    const { evaluation, context } = await sampleInput()
    const find = (key: string) => evaluation.sections.flatMap((s) => s.blocks.flatMap((b) => b.questions)).find((q) => q.key === key)!
    const printed = (key: string) => {
      const result = find(key)
      return result.question.type === 'info' ? null : printAnswer(result.question, result.value, context)
    }
    expect(printed('q_vpv_wc_accessibile')!.text).toBe('N.A.')
    expect(printed('q_vpv_fondo')!.text).toBe('1.250,50 €')
    expect(printed('q_vpv_metrica#dsp-2')!.text).toBe('31/01/2026')
    expect(printed('q_vpv_accoglienza')!.text).toBe('4 su 5')
    expect(printed('q_vpv_firma_gestore')!.text).toBe('Firmato da Perla Zanè il 10/03/2026 10:42')
    expect(printed('q_vpv_totalizzatori#dsp-1')!.table!.rows[0]).toEqual(['Pistola 1 – Benzina', '1.284.551,25', '–'])
    expect(printed('q_vpv_prezzi')!.table!.rows[1]).toEqual(['Benzina', 'Servito', '1,989', '1,989', '1,989'])
  })
  it('tells who refused to sign, and why', async () => {
    const sample = await sampleInput()
    const manager = { name: 'Perla Zanè', at: '2026-03-10T09:42:00Z', refused: true, reason: 'Non concorda' }
    const data = verbaleData({ ...sample, record: { ...sample.record, signatures: { manager } } }, new Set())
    expect(data.signatures[0]).toMatchObject({ role: 'Il gestore', refusal: 'Il gestore ha rifiutato la firma', reason: 'Non concorda' })
    expect(data.signatures.slice(1).map(({ role, refusal }) => [role, refusal])).toEqual([
      ['Firma del gestore', null],
      ['Firma dell’ispettore', null],
    ])
  })
  it('has Italian times, also over midnight and over the change of the clocks', () => {
    expect(romeSpan('2026-03-10T08:57:00Z', '2026-03-10T09:42:00Z')).toBe('10/03/2026, 09:57–10:42')
    expect(romeSpan('2026-03-28T22:30:00Z', '2026-03-29T01:30:00Z')).toBe('28/03/2026 23:30 – 29/03/2026 03:30')
    expect([duration(20), duration(2710), duration(3600), duration(4260)]).toEqual(['meno di un minuto', '45 min', '1 h', '1 h 11 min'])
    expect([verbaleFileName('2026/45'), verbaleFileName(null)]).toEqual(['verifica_2026_45.pdf', 'verifica_bozza.pdf'])
  })
})

describe('the PDF of a VPV with twelve photos', () => {
  let pdf: Buffer
  let sha256: string
  beforeAll(async () => {
    const input = await sampleInput()
    sha256 = input.sha256
    pdf = await verbalePdf(input, sampleBytes)
  })
  it('is a tagged PDF that claims PDF/UA-1, in Italian, with a title, and without scripts', () => {
    expect(raw(pdf).startsWith('%PDF-1.')).toBe(true)
    for (const mark of ['/StructTreeRoot', '/MarkInfo', 'pdfuaid:part>1<', '/Lang', '/DisplayDocTitle true'])
      expect(raw(pdf)).toContain(mark)
    for (const mark of ['/JavaScript', '/JS', '/Launch', '/OpenAction', '/EmbeddedFile']) expect(raw(pdf)).not.toContain(mark)
    expect(pdf.length).toBeGreaterThan(100_000)
  })
  it.skipIf(!hasPdfToText)('says all eight points', () => {
    const text = words(pdf)
    for (const part of [
      'Verbale di verifica',
      'n. 2026/45',
      'Verifica punto vendita · versione 7',
      '10/03/2026, 09:57–10:42',
      'Conforme con osservazioni',
      '88,7',
      'PV017 – Città Studi – Via Àlvaro 12',
      '07643520567',
      '45,46431° N, 9,19022° E (± 12 m)',
      'Riepilogo',
      '3. Erogatori',
      '14/14',
      'Ancora aperta',
      'Griglia ancora rotta',
      '● NC 2',
      'Critica',
      '12/03/2026',
      '2026/114',
      'Immagine non disponibile',
      '1.284.551,25',
      '1.250,50 €',
      'Fotografie',
      'Osservazioni del gestore',
      'Firma del gestore',
      'Luca D’Amìco',
      'Rete Carburanti S.p.A.',
      'Verifica 2026/45 – rev. 12 – pagina 1 di',
      sha256,
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('BOZZA')
  })
  it.skipIf(!hasPdfToText)('leaves out no section, no piece of equipment, no question and no answer', async () => {
    const { evaluation, context } = await sampleInput()
    const text = letters(pdf)
    const missing: string[] = []
    const look = (words: string | null | undefined) => words && !text.includes(words.replace(/\s/g, '')) && missing.push(words)
    for (const section of evaluation.sections) {
      look(section.section.name)
      for (const block of section.blocks) {
        look(block.block.label)
        for (const { question, value } of block.questions) {
          look(question.label)
          if (question.type !== 'info') look(printAnswer(question, value, context).text)
        }
      }
    }
    expect(evaluation.sections.flatMap(({ blocks }) => blocks.flatMap(({ questions }) => questions)).length).toBeGreaterThan(30)
    expect(missing).toEqual([])
  })
})

describe('a draft', () => {
  it.skipIf(!hasPdfToText)('is marked on every page, its outcome is provisional', async () => {
    const pdf = await verbalePdf(await sampleInput({ draft: true, number: null, completedAt: null }), async () => null)
    const text = letters(pdf)
    expect(raw(pdf)).toContain('pdfuaid:part>1<')
    expect(text).toContain('Esitoprovvisorio')
    expect(text).toContain('(bozzasenzanumero)')
    expect(text).toContain('Verificainbozza–rev.12–pagina2di')
  })
})

const hostile = '#eval("1") $x^2$ ] } \\ *b* _i_ `c` <l> @ref // c /* d */ = h - l + 1. ~ "q" \'a\' #import "/etc/passwd"'
describe('texts that come from people', () => {
  it.skipIf(!hasPdfToText)('are printed letter by letter, never run as markup', async () => {
    const sample = await sampleInput()
    const definition = v.parse(ModelDefinition, {
      ...sample.definition,
      name: hostile.slice(0, 110),
      categories: sample.definition.categories.map((section, i) => (i ? section : { ...section, name: hostile.slice(0, 110) })),
    })
    const record = { ...sample.record, answers: { ...sample.record.answers, q_vpv_insegna: { v: 'no' as const, note: hostile } } }
    const evaluation = evaluate(definition, record, sample.context, '2026-03-10')
    const input = {
      ...sample,
      definition,
      record,
      evaluation,
      inspector: hostile,
      notes: hostile,
      company: { ...sample.company, name: hostile },
    }
    const text = letters(await verbalePdf(input, async () => null))
    const times = (part: string) => text.split(part.replace(/\s/g, '')).length - 1
    expect(times(hostile)).toBeGreaterThanOrEqual(4)
    expect(times(hostile.slice(0, 110))).toBeGreaterThan(4)
  })
  it('of any length and script make a PDF', async () => {
    const long = 'Àlpha'.repeat(2000)
    const odd = 'nul \u0000 bell \u0007 half \ud800 non \ufffe emoji 😀 cuneo 𒀀 中文 \u202e rtl'
    const sample = await sampleInput()
    const station = { ...sample.station, name: long, address: odd, manager: long }
    const pdf = await verbalePdf({ ...sample, station, inspector: odd, notes: `${long}\n${odd}` }, async () => null)
    expect(raw(pdf)).toContain('/StructTreeRoot')
    // Three times two thousand, but for the few that a page break cuts in two.
    if (hasPdfToText) expect(letters(pdf).split('Àlpha').length).toBeGreaterThan(5950)
  })
})
