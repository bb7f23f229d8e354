import type { Answer, Answers, Signature, Signatures, StationContext } from '../../contract/inspections/answers.ts'
import { COVER_PHOTO } from '../../contract/inspections/answers.ts'
import { INSPECTION_STATUSES, type InspectionReceipt, type InspectionStatus } from '../../contract/inspections/inspections.ts'
import type { Question } from '../../contract/inspections/question.ts'
import { dayTime } from '../../lib/format.ts'
import type { Choices, Difference } from '../../outbox/kind.ts'
import type { Json } from '../../outbox/types.ts'
import { isClosed, isOpen } from '../../rules/inspections/actions.ts'
import { type PrintedAnswer, printAnswer, TYPED, YES_NO } from '../../rules/inspections/print-answer.ts'
import { dropHidden, visibleForm } from '../../rules/inspections/visibility.ts'
import type { LocalInspection } from './local-inspection.ts'

/** The combined content of one verifica's queued saves: the body of `inspections.update` with its placeholders. */
export interface QueuedChanges {
  id: string
  answers?: Record<string, Answer | null>
  present?: string | null
  notes?: string | null
  signatures?: Signatures
  status?: InspectionStatus
  reason?: string
  [field: string]: unknown
}
/** Several saves of one lane as one: later answers over earlier ones, every other field as it was last said. */
export function together(inputs: readonly Json[]): QueuedChanges {
  const all = inputs as unknown as QueuedChanges[]
  const whole: QueuedChanges = Object.assign({}, ...all)
  const named = all.filter((one) => one.answers)
  return named.length ? { ...whole, answers: Object.assign({}, ...named.map((one) => one.answers)) } : whole
}

/**
 * Field by field, what both sides changed, and differently, since `base`, the server's `rev` that the queued changes were made from. What only one
 * side touched needs no question: it stands. A verifica that takes no more (its base lies before everything) is asked for whatever it lacks.
 */
export function differences(local: LocalInspection, mine: QueuedChanges, theirs: InspectionReceipt, base: number): Difference[] {
  /** If no `rev` is told (a copy saved by an older server), only fields that are empty there were surely not touched. */
  const touched = (field: string, value: unknown) => (theirs.answer_revs[field] ?? (value ? Number.POSITIVE_INFINITY : 0)) > base
  const form = questionsOf(local, { ...theirs.answers, ...local.answers })
  const found: Difference[] = []
  const asked = isClosed(theirs) ? dropHidden(local.definition, over(theirs.answers, mine.answers ?? {}), local.context) : mine.answers
  for (const [key, answer] of Object.entries(mine.answers ?? {})) {
    const other = theirs.answers[key]
    // A completed verifica holds no answers to questions that its other answers hide.
    if (sameAnswer(answer, other) || !touched(key, other) || (answer && !asked?.[key])) continue
    const { label, question } = form(key)
    found.push(
      apart({
        field: `answers.${key}`,
        label,
        mine: inWords(question, answer, local.context),
        theirs: inWords(question, other, local.context),
      }),
    )
  }
  for (const [field, label] of [['present', 'Presente'] as const, ['notes', 'Note'] as const])
    if (mine[field] !== undefined && (mine[field] || null) !== (theirs[field] || null) && touched(field, theirs[field]))
      found.push({ field, label, mine: mine[field] || EMPTY, theirs: theirs[field] || EMPTY })
  for (const [who, label] of [['inspector', 'Firma dell’ispettore'] as const, ['manager', 'Firma del gestore'] as const]) {
    const signed = mine.signatures?.[who]
    const other = theirs.signatures?.[who]
    if (signed === undefined || JSON.stringify(signed) === JSON.stringify(other ?? null) || !touched(`signatures.${who}`, other)) continue
    found.push(apart({ field: `signatures.${who}`, label, mine: signature(signed), theirs: signature(other) }))
  }
  return [...found, ...statesApart(mine, theirs)]
}
/** Completed here and cancelled there, or the other way round. */
function statesApart({ status, reason }: QueuedChanges, theirs: InspectionReceipt): Difference[] {
  if (isOpen(theirs) || !status || status === theirs.status || (status === 'completed' && isClosed(theirs))) return []
  const said = (state: InspectionStatus, why?: string | null) => INSPECTION_STATUSES[state] + (why ? `: ${why}` : '')
  return [{ field: 'status', label: 'Stato', mine: said(status, reason), theirs: said(theirs.status, theirs.reason) }]
}

/** The queued changes with the server's value wherever that was chosen, to be sent over the server's newest copy. */
export function merged(mine: QueuedChanges, theirs: InspectionReceipt, choices: Choices): QueuedChanges {
  const next: QueuedChanges = { ...mine, rev: { $ref: mine.id, field: 'rev', or: theirs.rev } }
  for (const [field, choice] of Object.entries(choices)) {
    if (choice === 'mine') continue
    const [part, key] = split(field)
    if (part === 'answers') next.answers = { ...next.answers, [key]: theirs.answers[key] ?? null }
    else if (part === 'signatures') next.signatures = { ...next.signatures, [key]: theirs.signatures?.[key as 'manager'] ?? null }
    else next[part] = theirs[part as 'notes']
  }
  return next
}

/**
 * The copy on this device, made anew from the server's with what is going to be sent, and what is not queued yet, on top. Without `sending` it
 * is the server's copy as it is.
 */
export function rebased(local: LocalInspection, theirs: InspectionReceipt, sending?: QueuedChanges): LocalInspection {
  const base = {
    ...local,
    number: theirs.id_number ? `${theirs.id_year}/${theirs.id_number}` : null,
    ...{ answers: theirs.answers, signatures: theirs.signatures ?? {}, present: theirs.present, notes: theirs.notes },
    ...{ gps_start: theirs.gps_start, rev: theirs.rev, queued: null },
  }
  if (!sending) return { ...base, dirty: [], headDirty: false, status: 'draft', completing: null }
  const unqueued = Object.fromEntries(local.dirty.map((key) => [key, local.answers[key] ?? null]))
  const head = local.headDirty ? local : { ...theirs, ...pickHead(sending) }
  return {
    ...base,
    answers: over(theirs.answers, { ...sending.answers, ...unqueued }),
    ...{ signatures: { ...theirs.signatures, ...head.signatures }, present: head.present ?? null, notes: head.notes ?? null },
  }
}

const EMPTY = '(vuoto)'
const pickHead = ({ present, notes, signatures }: QueuedChanges) =>
  Object.fromEntries(Object.entries({ present, notes, signatures }).filter(([, value]) => value !== undefined)) as Partial<LocalInspection>
const split = (field: string): [string, string] => {
  const at = field.indexOf('.')
  return at < 0 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)]
}
function over(answers: Answers, patch: Record<string, Answer | null>): Answers {
  const next: Record<string, Answer> = { ...answers }
  for (const [key, answer] of Object.entries(patch))
    if (answer) next[key] = answer
    else delete next[key]
  return next
}
/** When an answer was given is not part of what it says. */
const said = (answer: Answer | null | undefined) =>
  JSON.stringify(answer ? [answer.v ?? null, answer.note || null, answer.photos ?? [], answer.nc ?? null] : null)
const sameAnswer = (a: Answer | null | undefined, b: Answer | null | undefined) => said(a) === said(b)

const inOneLine = ({ text, table }: PrintedAnswer) => (table ? table.rows.map((row) => row.join(' ')).join('; ') : text)
function inWords(question: Question | undefined, answer: Answer | null | undefined, station: StationContext): string {
  if (!answer) return EMPTY
  const value = answer.v ?? undefined
  const parts = [
    question && question.type !== 'info'
      ? inOneLine(printAnswer(question, value, station))
      : value === undefined
        ? ''
        : (YES_NO[String(value)] ?? String(value)),
    answer.note ? `nota: ${answer.note}` : '',
    answer.photos?.length ? `${answer.photos.length} foto` : '',
    answer.nc ? 'non conformità segnalata' : '',
  ]
  return parts.filter(Boolean).join(' · ') || EMPTY
}
const signature = (signed: Signature | null | undefined) =>
  signed ? (signed.refused ? `Rifiutata: ${signed.reason}` : `${signed.name}, ${dayTime(signed.at)}${signed.typed ? TYPED : ''}`) : EMPTY
/** Two pictures or signatures that read alike are still two. */
const apart = (difference: Difference): Difference =>
  difference.mine === difference.theirs
    ? { ...difference, mine: `${difference.mine} (sul dispositivo)`, theirs: `${difference.theirs} (sul server)` }
    : difference

/** Names the question of an answer key, with the equipment or row it is about. */
function questionsOf(local: LocalInspection, answers: Answers) {
  const known = new Map<string, { label: string; question?: Question }>()
  for (const { questions } of local.definition.categories)
    for (const question of questions) known.set(question.key, { label: question.label, question })
  for (const { blocks } of visibleForm(local.definition, answers, local.context))
    for (const { block, questions } of blocks)
      for (const { question, key } of questions)
        known.set(key, { label: block.label ? `${block.label}: ${question.label}` : question.label, question })
  for (const nc of local.open) known.set(`nc_${nc.id}`, { label: `Non conformità aperta: ${nc.label}, risolta?` })
  known.set(COVER_PHOTO, { label: 'Foto di copertina' })
  return (key: string) => known.get(key) ?? known.get(key.split('#')[0]!) ?? { label: key }
}
