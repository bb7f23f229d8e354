import * as v from 'valibot'
import { del, get, post } from './endpoint.ts'
import type { PolicyName } from './policies.ts'

export const StoredFile = v.object({ id: v.number(), name: v.string(), mime: v.string(), size: v.number(), created_at: v.string() })
export type StoredFile = v.InferOutput<typeof StoredFile>

/** The calls for the files of a record at `${path}/{id}`. The record itself lists them as `files`. */
export function attachments<const P extends string>(path: P, { read, write }: { read: PolicyName; write: PolicyName }) {
  const file = `${path}/{id}/files/{fileId}` as const
  return {
    upload: post(`${path}/{id}/upload` as const, { files: true, output: v.array(StoredFile), ok: 'File caricati', policy: write }),
    file: get(file, { envelope: 'blob', policy: read }),
    removeFile: del(file, { ok: 'File eliminato', policy: write }),
  }
}
