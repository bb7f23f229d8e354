import { fieldMessages } from '../../contract/kernel/error-messages.ts'
import type { Listed } from '../../outbox/read.ts'
import type { Json } from '../../outbox/types.ts'

const FILES = { photo: 'una foto', signature: 'una firma', file: 'un allegato' } as const
/** A queued file in words, and the question it answers. */
export function describeFile(meta: Json) {
  const { kind, question } = meta as { kind?: keyof typeof FILES; question?: string }
  return { name: FILES[kind ?? 'file'], field: question }
}
/** The server's objections to a step, each with the field it is about. */
export function objectionsTo(step: Listed | undefined): [field: string, words: string][] {
  const { photo, body, message } = step?.lastError ?? {}
  if (photo === undefined) return Object.entries(fieldMessages(body))
  const { name, field } = describeFile(photo)
  return field === undefined ? [] : [[field, `Non accettato (${name}): ${message}`]]
}
