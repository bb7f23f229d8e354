import * as v from 'valibot'
import { type EquipmentSource, keysOf, SEVERITIES, type Severity } from './labels.ts'

/**
 * Answers of a verifica (docs/spec/inspections.md#question-types): a map from `question` or `question#<block>` to the answer. Two kinds of reserved keys stand beside
 * the questions: `nc_<id>` re-checks an open non-conformity of an earlier verifica ("si" = solved), `cover_photo` carries the cover in `photos`.
 */
const BLOCK = '((dsp|gun|tnk|ext|dev|pos|oil)-\\d{1,12}|free-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})'
export const ANSWER_KEY = new RegExp(`^(q_[a-z0-9_]{1,60}(#${BLOCK})?|nc_\\d{1,12}|cover_photo)$`)
export const COVER_PHOTO = 'cover_photo'
const MAX_ANSWERS = 20_000
/** Files of one answer are added one after the other, since a gallery gives them by the dozen. */
export const MAX_PHOTOS = 30
export const MAX_FILES = 10

/** Characters that a completed verifica may hold, by what they stand in. */
export const TEXT_LIMITS = { note: 2_000, suggestion: 500, present: 255, notes: 10_000, signer: 120 } as const
/** A draft may hold far more: what was pasted is counted, and shortened by who pasted it, never cut. */
export const MAX_TEXT = 50_000
const draftText = v.pipe(v.string(), v.maxLength(MAX_TEXT, `Il testo non può superare ${MAX_TEXT} caratteri.`))
const note = draftText
const uuid = v.pipe(v.string(), v.uuid('L’identificativo del file non è valido.'))
const photos = v.pipe(v.array(uuid), v.maxLength(MAX_PHOTOS, `Si possono allegare al massimo ${MAX_PHOTOS} foto.`))
const instant = v.pipe(v.string(), v.isoTimestamp('La data e ora non è valida.'))
const finite = v.pipe(v.number(), v.finite())
const person = v.pipe(v.string(), v.trim(), v.maxLength(120, 'Il nome non può superare 120 caratteri.'))

/** A signature, or the record that it was refused and why. `file` is the drawing; `name` is who signed or refused. */
export const Signature = v.pipe(
  v.object({
    file: v.nullish(uuid),
    name: person,
    at: instant,
    /** The picture is the name as it was typed, not drawn by hand. */
    typed: v.nullish(v.boolean()),
    refused: v.nullish(v.boolean()),
    reason: v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(500))),
  }),
  v.check((s) => s.refused || (!!s.file && s.name !== ''), 'La firma richiede il nome del firmatario e il tratto.'),
  v.check((s) => !s.refused || !!s.reason, 'Indicare il motivo del rifiuto della firma.'),
)
export type Signature = v.InferOutput<typeof Signature>
export const Signatures = v.object({ inspector: v.nullish(Signature), manager: v.nullish(Signature) })
export type Signatures = v.InferOutput<typeof Signatures>

/** Degrees (WGS 84) and metres of accuracy. */
export const Position = v.object({
  lat: v.pipe(finite, v.minValue(-90), v.maxValue(90)),
  lon: v.pipe(finite, v.minValue(-180), v.maxValue(180)),
  acc: v.nullish(finite),
  at: v.nullish(instant),
})
export type Position = v.InferOutput<typeof Position>
export const EquipmentRef = v.object({ type: v.string(), id: v.number(), label: v.pipe(v.string(), v.maxLength(200)) })
export type EquipmentRef = v.InferOutput<typeof EquipmentRef>
/** Rows of a table; rows made from equipment also carry `_row` (`gun-12`) and `_label`. Price checks: see PriceRow. */
const Row = v.record(v.pipe(v.string(), v.regex(/^_?[a-z0-9_]{1,40}$/)), v.nullable(v.union([draftText, finite])))
export type TableRow = v.InferOutput<typeof Row>
/** €/unit with three decimals; null where nothing could be read. */
export type PriceRow = {
  fuel_id: number
  mode: 'self' | 'serve'
  expected: number | null
  totem: number | null
  dispenser: number | null
}

export const AnswerValue = v.union([
  draftText,
  finite,
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(50)),
  v.pipe(v.array(Row), v.maxLength(60, 'La tabella può avere al massimo 60 righe.')),
  Signature,
  Position,
  EquipmentRef,
])
export type AnswerValue = v.InferOutput<typeof AnswerValue>
/** "Segnala non conformità": set by hand, also where no rule fires; where one does, the graver severity holds. */
export const ManualNc = v.object({
  severity: v.picklist(keysOf(SEVERITIES)),
  note: v.nullish(note),
  photos: v.nullish(photos),
  /** `YYYY-MM-DD`; in a draft perhaps what is being typed. */
  deadline: v.nullish(v.pipe(v.string(), v.maxLength(40))),
  suggestion: v.nullish(draftText),
})
export type ManualNc = v.InferOutput<typeof ManualNc>
export const Answer = v.object({
  v: v.nullish(AnswerValue),
  note: v.nullish(note),
  photos: v.nullish(photos),
  nc: v.nullish(ManualNc),
  at: v.nullish(instant),
})
export type Answer = v.InferOutput<typeof Answer>

const key = v.pipe(v.string(), v.regex(ANSWER_KEY, 'La chiave della risposta non è valida.'))
const limited = <T extends object>(answers: T) => Object.keys(answers).length <= MAX_ANSWERS
export const Answers = v.pipe(v.record(key, Answer), v.check(limited, 'Le risposte sono troppe.'))
export type Answers = Readonly<Record<string, Answer>>
/** The content of a save: changed answers by key, null for a removed one. */
export const AnswersPatch = v.pipe(v.record(key, v.nullable(Answer)), v.check(limited, 'Le risposte sono troppe.'))
export type AnswersPatch = v.InferOutput<typeof AnswersPatch>

/** One row of the station's equipment: `number` is the serial a scan must show, `parent_id` the dispenser of a gun. */
export const EquipmentRow = v.object({
  id: v.number(),
  label: v.string(),
  number: v.nullish(v.string()),
  parent_id: v.nullish(v.number()),
  /** Written down by the inspector, because the device did not know the station's equipment; its id is one no stored row has. */
  by_hand: v.optional(v.boolean()),
})
export type EquipmentRow = v.InferOutput<typeof EquipmentRow>
export const StationPrice = v.object({
  fuel_id: v.number(),
  fuel: v.string(),
  mode: v.picklist(['self', 'serve']),
  price: v.nullable(v.number()),
})
export type StationPrice = v.InferOutput<typeof StationPrice>

const rows = v.optional(v.array(EquipmentRow))
const equipment: Record<EquipmentSource, typeof rows> = {
  dispensers: rows,
  guns: rows,
  tanks: rows,
  fire_extinguishers: rows,
  station_devices: rows,
  pos: rows,
  oil_separators: rows,
}
/**
 * Where equipment and prices come from; unknown is not empty (docs/spec/inspections.md#scoring). `known`: the server gave them, as of `at`; to the server `proof` says so.
 * A verifica that was begun before this was asked has none, and counts as known.
 */
export const ContextOrigin = v.variant('kind', [
  v.object({ kind: v.literal('known'), at: instant, proof: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
  v.object({ kind: v.picklist(['by_hand', 'unknown']) }),
])
export type ContextOrigin = v.InferOutput<typeof ContextOrigin>
/** The facts of the station that conditions, blocks and checks need; frozen with the verifica, so that it can be evaluated again years later. */
export const StationContext = v.object({
  facts: v.object({
    self: v.optional(v.boolean(), false),
    serve: v.optional(v.boolean(), false),
    selfGPL: v.optional(v.boolean(), false),
    serveGPL: v.optional(v.boolean(), false),
    suitableForTruck: v.optional(v.boolean(), false),
    videoSurveillance: v.optional(v.boolean(), false),
    /** Names, as in the settings: `Bar`, `Benzina`. Compared without regard to case. */
    services: v.optional(v.array(v.string()), []),
    fuels: v.optional(v.array(v.string()), []),
  }),
  latitude: v.nullish(v.number()),
  longitude: v.nullish(v.number()),
  equipment: v.optional(v.object(equipment), {}),
  prices: v.optional(v.array(StationPrice), []),
  origin: v.optional(ContextOrigin),
})
export type StationContext = v.InferOutput<typeof StationContext>

/** The ticket by which a non-conformity is being solved, or was. */
export const NcTicket = v.object({ id_year: v.number(), id_number: v.number(), closed: v.boolean() })
export type NcTicket = v.InferOutput<typeof NcTicket>
/** A non-conformity of an earlier verifica, to be checked again. */
export interface OpenNc {
  id: number
  label: string
  block_label?: string | null
  severity: Severity
  note?: string | null
  /** How it was solved, as the station or the office says. */
  resolution_note?: string | null
  resolution_photos?: string[] | null
  ticket?: NcTicket | null
}
