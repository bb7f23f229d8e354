import * as v from 'valibot'
import { attachments, StoredFile } from '../kernel/attachments.ts'
import { wholeNumber } from '../kernel/crud.ts'
import { get, resource } from '../kernel/endpoint.ts'
import { type PieceKind, pieceKinds } from './piece-kinds.ts'

// (+) Information about one piece of equipment of any kind: its files, answers about it in inspections, and its tickets.
const kinds = Object.keys(pieceKinds) as [PieceKind, ...PieceKind[]]
const kind = v.picklist(kinds, 'Il tipo di attrezzatura non è ammesso.')
const params = v.object({ kind, id: wholeNumber(1) })
const nullable = v.nullable(v.string())

export const Piece = v.object({
  files: v.array(StoredFile),
  /** Answers in inspections that the caller may read, newest first. */
  answers: v.array(
    v.object({
      /** `2026-45`, as in the address of its page. */
      inspection: v.string(),
      model_name: v.string(),
      date: nullable,
      question: v.string(),
      text: v.string(),
      note: nullable,
      photos: v.number(),
    }),
  ),
  /** Tickets that the caller may read, open ones first. */
  tickets: v.array(v.object({ number: v.string(), subject: v.string(), status_id: v.number(), created_at: v.string() })),
  writable: v.boolean(),
})
export type Piece = v.InferOutput<typeof Piece>

const path = '/station/pieces/{kind}' as const
const files = attachments(path, { read: 'equip.read', write: 'equip.read' })
export const pieces = resource('pieces', {
  get: get(`${path}/{id}`, { params, output: Piece, policy: 'equip.read' }),
  // The handler checks the write policy of the kind.
  upload: { ...files.upload, params },
  file: { ...files.file, params: v.object({ kind, id: wholeNumber(1), fileId: wholeNumber(1) }) },
  removeFile: { ...files.removeFile, params: v.object({ kind, id: wholeNumber(1), fileId: wholeNumber(1) }) },
})
