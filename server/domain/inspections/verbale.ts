import type { Position, Signature, StationContext } from '../../../src/contract/inspections/answers.ts'
import type { ModelDefinition } from '../../../src/contract/inspections/form.ts'
import { OUTCOMES, SEVERITIES, type Severity, severityOfMany } from '../../../src/contract/inspections/labels.ts'
import type { Evaluation } from '../../../src/rules/inspections/evaluate.ts'
import { canonicalJson } from '../../../src/rules/inspections/hash.ts'
import { positionFacts } from '../../../src/rules/inspections/positions.ts'
import { TYPED } from '../../../src/rules/inspections/print-answer.ts'
import type { InspectionRecord } from '../../../src/rules/inspections/record.ts'
import { readValue } from '../../../src/rules/inspections/values.ts'
import { duration, italianDay, romeMoment } from '../../../src/rules/shared/italian.ts'
import { romeSpan } from '../shared/rome-text.ts'
import { APPENDIX_PHOTOS, type NumberedPhoto, numberPhotos, picturesOf, type Resolutions } from './verbale-photos.ts'
import { printSections, scoreText } from './verbale-sections.ts'

/** "Verbale di verifica" (docs/spec/inspections.md#pdf): what the template `verbale.typ` prints, from a verifica and its evaluation. */
export interface VerbaleInput {
  /** "2026/45"; null while it has no number. */
  number: string | null
  /** Not completed: marked BOZZA on each page, the outcome as provisional. */
  draft: boolean
  modelVersion: number
  rev: number
  /** ISO instants. */
  startedAt: string | null
  completedAt: string | null
  durationSeconds: number | null
  inspector: string
  present: string | null
  /** The places where it was begun and ended. */
  gps: Position | null
  gpsEnd: Position | null
  notes: string | null
  /** As frozen with the verifica. */
  station: { code: string; name: string; address: string; manager: string | null; businessName: string | null; piva: string | null }
  definition: ModelDefinition
  record: InspectionRecord
  evaluation: Evaluation
  context: StationContext
  resolutions: Resolutions
  /** Ticket ("2026/113") of a non-conformity, by answer key. */
  tickets: ReadonlyMap<string, string>
  /** `logo` is the name of a picture given to the renderer. */
  company: { name: string; address: string | null; piva: string | null; contacts: string | null; logo: string | null }
  /** Hexadecimal SHA-256 of {@link answersText}. */
  sha256: string
  printedAt: string
}

/** The text whose SHA-256 the verbale carries: whoever has the answers can prove that they are the printed ones. */
export const answersText = (record: InspectionRecord) => canonicalJson({ answers: record.answers, signatures: record.signatures ?? {} })

interface Signed {
  role: string
  manager: boolean
  signature: Signature
}
/** Closing signatures, then those asked by questions of the form. */
export function signaturesOf({ record, evaluation }: Pick<VerbaleInput, 'record' | 'evaluation'>): Signed[] {
  const closing = [
    { role: 'L’ispettore', manager: false, signature: record.signatures?.inspector },
    { role: 'Il gestore', manager: true, signature: record.signatures?.manager },
  ].flatMap(({ signature, ...signer }) => (signature ? [{ ...signer, signature }] : []))
  const asked = evaluation.sections.flatMap(({ blocks }) =>
    blocks.flatMap(({ questions }) =>
      questions.flatMap(({ question, value }) => {
        if (question.type !== 'signature') return []
        const signature = readValue('signature', value)
        return signature ? [{ role: question.label, manager: question.role === 'gestore', signature }] : []
      }),
    ),
  )
  return [...closing, ...asked]
}
/** The pictures to read and make fit before {@link verbaleData}. */
export const verbalePictures = (input: Pick<VerbaleInput, 'record' | 'evaluation' | 'resolutions'>) =>
  picturesOf(
    input.evaluation,
    input.record.answers,
    input.resolutions,
    signaturesOf(input).flatMap(({ signature }) => signature.file ?? []),
  )

/** A name long enough to break the running header or the file's title is cut there; the body has it whole. */
const truncate = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text)
const pairs = (...list: [string, string | null][]) => list.flatMap(([label, value]) => (value ? [{ label, value }] : []))
const resolutionOf = (solved: { at: string | null; note: string | null } | undefined) =>
  solved ? [solved.at ? `Risolta il ${romeMoment(solved.at)}` : 'Risolta', solved.note].filter(Boolean).join(': ') : null
const numberLabel = (input: VerbaleInput) => (input.number ? `n. ${input.number}` : '(bozza senza numero)')

type PhotosOf<Photo> = (uuids: readonly string[] | null | undefined) => Photo[]
/** The non-conformities found, numbered, each with its ticket and how it was resolved. */
const printNonConformities = <Photo>({ evaluation, tickets, resolutions }: VerbaleInput, photos: PhotosOf<Photo>) =>
  evaluation.nonConformities.map((nc, index) => ({
    n: index + 1,
    label: nc.label,
    where: nc.block_label,
    severity: nc.severity,
    severityLabel: SEVERITIES[nc.severity],
    reason: nc.reason,
    note: nc.note,
    suggestion: nc.suggestion,
    deadline: italianDay(nc.deadline),
    ticket: tickets.get(nc.key) ?? null,
    photos: photos(nc.photos),
    resolution: resolutionOf(resolutions.get(nc.key)),
    resolutionPhotos: photos(resolutions.get(nc.key)?.photos),
  }))
/** The non-conformities of earlier verifiche, with what the re-check found. */
const printPrevious = <Photo>(evaluation: Evaluation, photos: PhotosOf<Photo>) =>
  evaluation.previous.map((check) => ({
    label: check.open.label,
    where: check.open.block_label ?? '',
    severity: check.severity,
    severityLabel: SEVERITIES[check.severity],
    state: check.resolved === null ? 'Da verificare' : check.resolved ? 'Risolta' : 'Ancora aperta',
    note: check.note,
    resolution: check.open.resolution_note && check.open.resolution_note !== check.note ? check.open.resolution_note : null,
    photos: photos([...new Set([...(check.open.resolution_photos ?? []), ...check.photos])]),
  }))
const printSignatures = (input: VerbaleInput, picture: (uuid: string | null | undefined) => string | null) =>
  signaturesOf(input).map(({ role, manager, signature }) => ({
    role,
    name: signature.name,
    at: `${romeMoment(signature.at)}${signature.typed ? TYPED : ''}`,
    refusal: signature.refused ? (manager ? 'Il gestore ha rifiutato la firma' : 'Firma rifiutata') : null,
    reason: signature.reason ?? null,
    file: picture(signature.file),
  }))

/** @param pictures names that will be given to the renderer; a photo not among them is printed as a placeholder */
export function verbaleData(input: VerbaleInput, pictures: ReadonlySet<string>) {
  const { evaluation, station, company, record } = input
  const numbered = numberPhotos(evaluation, record.answers, input.resolutions)
  const picture = (uuid: string | null | undefined) => (uuid && pictures.has(uuid) ? uuid : null)
  const photo = ({ uuid, n, subject, section }: NumberedPhoto) => ({
    n,
    file: picture(uuid),
    alt: `Foto ${n}: ${subject}`,
    subject,
    section,
  })
  const photos = (uuids: readonly string[] | null | undefined) =>
    (uuids ?? []).flatMap((uuid) => {
      const found = numbered.get(uuid)
      return found ? [photo(found)] : []
    })
  const all = [...numbered.values()]
  const cover = all[0]?.section === '' ? photo(all[0]) : null
  const remarks = evaluation.sections.flatMap(({ blocks }) =>
    blocks.flatMap(({ questions }) =>
      questions.flatMap(({ question, value }) =>
        question.type === 'textarea' && question.tags.includes('osservazioni') && typeof value === 'string'
          ? [{ label: question.label, value }]
          : [],
      ),
    ),
  )
  return {
    title: truncate(`Verbale di verifica ${numberLabel(input)} – ${station.code} ${station.name}`, 120),
    number: numberLabel(input),
    draft: input.draft,
    model: input.definition.name,
    version: `versione ${input.modelVersion}`,
    when: input.startedAt
      ? input.completedAt
        ? romeSpan(input.startedAt, input.completedAt)
        : `iniziata il ${romeMoment(input.startedAt)}`
      : 'non iniziata',
    outcome: {
      key: evaluation.outcome,
      label: OUTCOMES[evaluation.outcome],
      because: evaluation.because,
      score: scoreText(evaluation.score),
    },
    unchecked: [...new Set(evaluation.unchecked.map(({ what }) => what))],
    station: pairs(
      ['Punto vendita', `${station.code} – ${station.name}`],
      ['Indirizzo', station.address],
      ['Gestore', station.manager],
      ['Ragione sociale', station.businessName],
      ['P. IVA', station.piva],
    ),
    inspection: pairs(
      ['Ispettore', input.inspector],
      ['Presente', input.present],
      ...positionFacts({ started_at: input.startedAt, gps_start: input.gps, gps_end: input.gpsEnd }),
      ['Durata', input.durationSeconds === null ? null : duration(input.durationSeconds)],
      ['Risposte', `${evaluation.answered} su ${evaluation.total}`],
    ),
    cover,
    counts: (Object.keys(SEVERITIES) as Severity[]).map((key) => {
      const n = evaluation.counts[key]
      return { key, label: severityOfMany(key, n), n }
    }),
    nonConformities: printNonConformities(input, photos),
    previous: printPrevious(evaluation, photos),
    sections: printSections(evaluation, input.context, photos),
    total: { answered: evaluation.answered, total: evaluation.total, score: scoreText(evaluation.score) },
    appendix: { photos: all.slice(0, APPENDIX_PHOTOS).map(photo), more: Math.max(0, all.length - APPENDIX_PHOTOS) },
    notes: input.notes,
    remarks,
    signatures: printSignatures(input, picture),
    company: {
      name: company.name,
      contacts: company.contacts,
      line: truncate([company.name, company.address, company.piva && `P. IVA ${company.piva}`].filter(Boolean).join(' · '), 130),
      logo: picture(company.logo),
    },
    running: truncate(`Verbale di verifica ${numberLabel(input)} · ${station.code} ${station.name}`, 100),
    footer: `Verifica ${input.number ?? 'in bozza'} – rev. ${input.rev}`,
    sha256: input.sha256,
    printed: romeMoment(input.printedAt),
  }
}

/** "verifica_2026_45.pdf" */
export const verbaleFileName = (number: string | null) => `verifica_${number ? number.replace('/', '_') : 'bozza'}.pdf`
