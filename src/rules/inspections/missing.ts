import { COVER_PHOTO, type StationContext, TEXT_LIMITS } from '../../contract/inspections/answers.ts'
import type { ModelDefinition, Section } from '../../contract/inspections/form.ts'
import type { InputQuestion } from '../../contract/inspections/question.ts'
import { cleanText } from '../../contract/kernel/clean-text.ts'
import { tooLong } from '../shared/italian.ts'
import { type NonConformity, type PreviousCheck, textErrors } from './non-conformities.ts'
import { isAnswerable } from './prefill.ts'
import type { InspectionRecord } from './record.ts'
import type { Verdict } from './score.ts'
import type { Block, VisibleQuestion } from './visibility.ts'

/** The points that keep a draft from completion, each with the place to put it right. */
export interface Missing {
  kind: 'answer' | 'invalid' | 'note' | 'photo' | 'previous' | 'signature' | 'gps' | 'cover_photo'
  /** Null for what belongs to the verifica as a whole. */
  section: string | null
  /** Answer key to jump to: `q_22bb#ext-55`, `nc_12`, `cover_photo`, or `signatures.manager`, `gps`. */
  key: string
  label: string
  message: string
}
interface State {
  error: string | null
  nc: NonConformity | null
  verdict: Verdict | null
}

/** Whether the answer, as it stands, must have a note or a photo beside it. */
export function needsEvidence(
  what: 'note' | 'photo',
  question: InputQuestion,
  { value, verdict, nc }: Pick<VisibleQuestion, 'value'> & { verdict: Verdict | null; nc: boolean },
  required = question.required,
): boolean {
  const given = (value !== undefined || required) && verdict !== 'na'
  return (question[what] === 'required' && given) || (nc && !!question.nc?.require.includes(what))
}
/** N.A. needs no evidence; a non-conformity may count the note and photos given with it. */
export function missingAtQuestion(
  { key, answer, value }: VisibleQuestion,
  question: InputQuestion,
  section: Section,
  block: Block,
  state: State,
  station: StationContext,
  today: string,
): Missing[] {
  const found: Missing[] = []
  const label = block.label ? `${block.label}: ${question.label}` : question.label
  const add = (kind: Missing['kind'], message: string) => found.push({ kind, section: section.key, key, label, message })
  const required = question.required && (value !== undefined || isAnswerable(question, station, block))
  if (state.error) add('invalid', state.error)
  else if (value === undefined && required) add('answer', question.type === 'signature' ? 'Manca la firma.' : 'Manca la risposta.')
  for (const message of answer ? textErrors(answer, today) : []) add('invalid', message)
  const need = (what: 'note' | 'photo') => needsEvidence(what, question, { value, verdict: state.verdict, nc: !!state.nc }, required)
  if (need('note') && !cleanText(state.nc?.note ?? answer?.note ?? '').trim())
    add('note', state.nc ? 'Descrivere la non conformità nella nota.' : 'Manca la nota.')
  if (need('photo') && !(state.nc?.photos ?? answer?.photos ?? []).length)
    add('photo', state.nc ? 'Allegare una foto della non conformità.' : 'Manca la foto.')
  return found
}

const SIGNERS = [
  { who: 'inspector', role: 'ispettore', flag: 'inspector_signature', label: 'Firma dell’ispettore' },
  { who: 'manager', role: 'gestore', flag: 'manager_signature', label: 'Firma del gestore' },
] as const
/** Signatures to ask for when closing: those the model requires and no question of its own already asks for. */
export function closingSignatures(definition: ModelDefinition): ('inspector' | 'manager')[] {
  const asked = new Set(
    definition.categories.flatMap((section) => section.questions.flatMap((q) => (q.type === 'signature' ? [q.role] : []))),
  )
  return SIGNERS.filter(({ flag, role }) => definition.require[flag] && !asked.has(role)).map(({ who }) => who)
}

export function missingInRecord(
  definition: ModelDefinition,
  record: InspectionRecord,
  previous: readonly PreviousCheck[],
  today: string,
): Missing[] {
  const found: Missing[] = []
  const add = (kind: Missing['kind'], key: string, label: string, message: string) =>
    found.push({ kind, section: null, key, label, message })
  for (const { key, open, resolved } of previous) {
    if (resolved === null) add('previous', key, open.label, 'Indicare se la non conformità precedente è risolta.')
    for (const message of textErrors(record.answers[key] ?? {}, today)) add('previous', key, open.label, message)
  }
  for (const field of ['present', 'notes'] as const) {
    const long = tooLong(record[field], TEXT_LIMITS[field])
    if (long) add('invalid', field, field === 'present' ? 'Presente' : 'Note', long)
  }
  if (definition.require.cover_photo && !record.answers[COVER_PHOTO]?.photos?.length)
    add('cover_photo', COVER_PHOTO, 'Foto di copertina', 'Manca la foto di copertina.')
  if (definition.require.gps && !record.gps) add('gps', 'gps', 'Posizione', 'Manca la posizione di inizio.')
  for (const who of closingSignatures(definition)) {
    const { label } = SIGNERS.find((signer) => signer.who === who)!
    if (!record.signatures?.[who]) add('signature', `signatures.${who}`, label, 'Manca la firma.')
  }
  return found
}
