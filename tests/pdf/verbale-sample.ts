import sharp from 'sharp'
import * as v from 'valibot'
import { vpv } from '../../server/db/seed/inspections/models/vpv.ts'
import { answersText, type VerbaleInput } from '../../server/domain/inspections/verbale.ts'
import { type Answer, StationContext } from '../../src/contract/inspections/answers.ts'
import { ModelDefinition } from '../../src/contract/inspections/form.ts'
import { evaluate } from '../../src/rules/inspections/evaluate.ts'
import { sha256Hex } from '../../src/rules/inspections/hash.ts'
import type { InspectionRecord } from '../../src/rules/inspections/record.ts'
import { visibleForm } from '../../src/rules/inspections/visibility.ts'

/** A whole VPV with two dispensers, four non-conformities, twelve photos and both signatures. */
export const uuid = (n: number) => `0b7e1f80-58c1-4d6a-9a6e-2f7f6a1c9d${String(n).padStart(2, '0')}`
const SIGNATURE = { inspector: uuid(90), manager: uuid(91) }

const context = v.parse(StationContext, {
  facts: { self: true, serve: true, selfGPL: false, videoSurveillance: true, services: ['Bar', 'WC'], fuels: ['Benzina', 'Gasolio'] },
  latitude: 45.4642,
  longitude: 9.19,
  equipment: {
    dispensers: [
      { id: 1, label: 'Erogatore 1 – Gilbarco SK700, matr. G12345', number: 'G12345' },
      { id: 2, label: 'Erogatore 2 – Wayne Helix, matr. W99871', number: 'W99871' },
    ],
    guns: [1, 2, 3, 4].map((n) => ({ id: n, label: `Pistola ${n} – ${n % 2 ? 'Benzina' : 'Gasolio'}`, parent_id: n < 3 ? 1 : 2 })),
  },
  prices: [
    { fuel_id: 1, fuel: 'Benzina', mode: 'self', price: 1.789 },
    { fuel_id: 1, fuel: 'Benzina', mode: 'serve', price: 1.989 },
    { fuel_id: 2, fuel: 'Gasolio', mode: 'self', price: 1.659 },
  ],
})
const definition = v.parse(ModelDefinition, vpv.definition)
const at = '2026-03-10T09:42:00Z'
const given: Record<string, Answer> = {
  cover_photo: { photos: [uuid(1)] },
  q_vpv_insegna: {
    v: 'no',
    note: 'Due moduli LED del totem spenti: il prezzo del gasolio self non è leggibile di notte.',
    photos: [uuid(2), uuid(3)],
  },
  q_vpv_accoglienza: { v: 4 },
  q_vpv_panoramica: { v: [uuid(4), uuid(5)] },
  q_vpv_prezzi: {
    v: [
      { fuel_id: 1, mode: 'self', expected: 1.789, totem: 1.789, dispenser: 1.789 },
      { fuel_id: 1, mode: 'serve', expected: 1.989, totem: 1.989, dispenser: 1.989 },
      { fuel_id: 2, mode: 'self', expected: 1.659, totem: 1.659, dispenser: 1.659 },
    ],
  },
  'q_vpv_sigilli#dsp-2': {
    v: 'no',
    note: 'Sigillo del misuratore della pistola 4 rotto.\nPistola messa fuori servizio.',
    photos: [uuid(6), uuid(7)],
  },
  'q_vpv_metrica#dsp-1': { v: '2027-05-31' },
  'q_vpv_metrica#dsp-2': { v: '2026-01-31', note: 'Verifica prenotata per il 18/03', photos: [uuid(8)] },
  'q_vpv_totalizzatori#dsp-1': {
    v: [
      { _row: 'gun-1', _label: 'Pistola 1 – Benzina', totalizzatore: 1284551.25 },
      { _row: 'gun-2', _label: 'Pistola 2 – Gasolio', totalizzatore: 998_120.4 },
    ],
  },
  'q_vpv_totalizzatori#dsp-2': {
    v: [
      { _row: 'gun-3', _label: 'Pistola 3 – Benzina', totalizzatore: 77_000.5 },
      { _row: 'gun-4', _label: 'Pistola 4 – Gasolio', totalizzatore: 45_210, nota: 'fuori servizio' },
    ],
  },
  q_vpv_svuotamento: { v: '2025-10-14' },
  q_vpv_estintori: { v: 'no', note: 'Coperto da un espositore', photos: [uuid(9), uuid(10), uuid(11), uuid(12)] },
  q_vpv_wc: { v: 3 },
  q_vpv_wc_accessibile: { v: 'na' },
  q_vpv_bar: { v: 5 },
  q_vpv_registrazione: { v: '2026-03-09' },
  q_vpv_fondo: { v: 1250.5 },
  q_vpv_osservazioni: {
    v: 'L’espositore è stato spostato durante la verifica. Il totem è già stato segnalato alla ditta di manutenzione la settimana scorsa.',
  },
  q_vpv_azioni: { v: 'Sostituzione dei moduli LED entro fine mese.' },
  q_vpv_firma_gestore: { v: { file: SIGNATURE.manager, name: 'Perla Zanè', at } },
  q_vpv_firma_ispettore: { v: { file: SIGNATURE.inspector, name: 'Luca D’Amìco', at } },
}
/** Questions without an answer above are answered "Sì". */
function filled(): Record<string, Answer> {
  const answers = { ...given }
  for (const { blocks } of visibleForm(definition, answers, context))
    for (const { questions } of blocks)
      for (const { key, question } of questions) if (question.type === 'yes_no_na') answers[key] ??= { v: 'si' }
  return answers
}

export async function sampleInput(over: Partial<VerbaleInput> = {}): Promise<VerbaleInput> {
  const record: InspectionRecord = {
    answers: { ...filled(), nc_12: { v: 'si', note: 'Segnaletica ripristinata' }, nc_13: { v: 'no', note: 'Griglia ancora rotta' } },
    open: [
      { id: 12, label: 'Segnaletica di divieto di fumo presente?', severity: 'lieve' },
      { id: 13, label: 'Disoleatore pulito, griglie libere?', severity: 'grave' },
    ],
    gps: { lat: 45.46431, lon: 9.19022, acc: 12 },
  }
  const evaluation = evaluate(definition, record, context, '2026-03-10')
  return {
    number: '2026/45',
    draft: false,
    modelVersion: 7,
    rev: 12,
    startedAt: '2026-03-10T08:57:00Z',
    completedAt: at,
    durationSeconds: 2710,
    inspector: 'Luca D’Amìco',
    present: 'Perla Zanè (gestore)',
    gps: record.gps ?? null,
    gpsEnd: { lat: 45.46441, lon: 9.19035, acc: 8 },
    notes: 'Verifica svolta durante il rifornimento dell’autobotte: i pozzetti sono stati controllati alla fine dello scarico.',
    station: {
      code: 'PV017',
      name: 'Città Studi – Via Àlvaro 12',
      address: 'Via Corrado Alvaro 12, 20133 Milano (MI)',
      manager: 'Perla Zanè',
      businessName: 'Zanè Carburanti S.n.c. di Perla Zanè & C.',
      piva: '07643520567',
    },
    definition,
    record,
    evaluation,
    context,
    resolutions: new Map(),
    tickets: new Map(evaluation.nonConformities.slice(0, 2).map((nc, i) => [nc.key, `2026/${113 + i}`])),
    company: {
      name: 'Rete Carburanti S.p.A.',
      address: 'Via Emilia 155, 40121 Bologna (BO)',
      piva: '00743110157',
      contacts: 'verifiche@retecarburanti.example',
      logo: null,
    },
    sha256: await sha256Hex(answersText(record)),
    printedAt: '2026-03-10T10:15:00Z',
    ...over,
  }
}

const SKIES = ['#8fb4d8', '#c7d8e8', '#e8b48f', '#9fb0bb', '#b8c9a9', '#d8cfc0']
/** A forecourt drawn small, different for each n; some stand upright, one lies on its side by EXIF only. */
export async function samplePhoto(n: number): Promise<Buffer> {
  const [width, height] = n % 4 === 3 ? [1080, 1440] : [1440, 1080]
  const x = 180 + ((n * 97) % 500)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${SKIES[n % SKIES.length]}"/><rect y="62%" width="100%" height="38%" fill="#6d7276"/>
    <rect x="8%" y="22%" width="84%" height="9%" fill="#0b5563"/><rect x="14%" y="31%" width="3%" height="40%" fill="#d7dde0"/><rect x="83%" y="31%" width="3%" height="40%" fill="#d7dde0"/>
    <rect x="${x}" y="45%" width="150" height="30%" rx="12" fill="#f4f4f2"/><rect x="${x + 20}" y="48%" width="110" height="70" fill="#223"/>
    <rect x="${x + 260}" y="45%" width="150" height="30%" rx="12" fill="${n % 2 ? '#c0392b' : '#f4f4f2'}"/>
    <circle cx="${x + 75}" cy="70%" r="24" fill="#c0392b"/></svg>`
  const jpeg = sharp(Buffer.from(svg)).jpeg({ quality: 85 })
  return n === 6 ? jpeg.withMetadata({ orientation: 6 }).toBuffer() : jpeg.toBuffer()
}
export const sampleSignature = (seed: number): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="220"><path fill="none" stroke="#10243f" stroke-width="6" stroke-linecap="round"
    d="M40 150 C ${90 + seed * 20} 20, 140 30, 130 150 S 210 200, 230 110 S 290 40, 300 140 S 380 190, 400 100 S 470 60, 480 150 T 570 ${90 + seed * 15}"/></svg>`),
  )
    .png()
    .toBuffer()
/** The bytes of a picture of the sample; photo 11 is broken, 12 is missing. */
export async function sampleBytes(id: string): Promise<Buffer | null> {
  if (id === SIGNATURE.inspector) return sampleSignature(1)
  if (id === SIGNATURE.manager) return sampleSignature(4)
  const n = Number(id.slice(-2))
  if (n === 11) return Buffer.from('not a picture')
  return n === 12 ? null : samplePhoto(n)
}
