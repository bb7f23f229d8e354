import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { problem } from '../core/problem.ts'
import { type FileStore, withSealed } from './files.ts'
import { readS3Address, S3_FORM } from './s3-address.ts'
import { sealingKey } from './sealed.ts'

/** A request that has not ended by then, its body included, is given up: the person who waits is told, and a device tries again. */
const PATIENCE_MS = 20_000

/**
 * A bucket of an S3-compatible store, with the names of the folder (`diskStore`), so that either can be copied into the other. A file is there whole or not
 * at all. @throws 503 if the store does not answer or refuses; ENOENT from `read`, as of a folder, where there is no such file
 */
export function s3Store(address: string, filesKey: string | undefined, patience = PATIENCE_MS): FileStore {
  const at = readS3Address(address)
  if (!at) throw new Error(S3_FORM)
  const { endpoint, bucket, prefix, region, key, secret } = at
  const client = new S3Client({
    ...{ endpoint, region, forcePathStyle: true, maxAttempts: 3 },
    credentials: { accessKeyId: key, secretAccessKey: secret },
    // Stores that are not Amazon's often do not know the newer checksums; ours is in the row of each file.
    ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
    requestHandler: { connectionTimeout: Math.min(3_000, patience) },
  })
  const place = (uuid: string, day: Date) =>
    ({ Bucket: bucket, Key: `${prefix}${day.getUTCFullYear()}/${String(day.getUTCMonth() + 1).padStart(2, '0')}/${uuid}` }) as const
  async function ask<T>(work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await work(AbortSignal.timeout(patience))
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
      throw Object.assign(problem.filesAway(), { cause: error })
    }
  }
  return withSealed(
    {
      write: (uuid, bytes, day) =>
        ask(async (abortSignal) => {
          await client.send(new PutObjectCommand({ ...place(uuid, day), Body: bytes }), { abortSignal })
        }),
      read: (uuid, day) =>
        ask(async (abortSignal) => {
          const { Body } = await client.send(new GetObjectCommand(place(uuid, day)), { abortSignal })
          return buffer(addAbortSignal(abortSignal, Body as Readable))
        }),
      remove: (uuid, day) =>
        ask(async (abortSignal) => {
          await client.send(new DeleteObjectCommand(place(uuid, day)), { abortSignal })
        }),
      async *list() {
        let after: string | undefined
        do {
          const asked = { Bucket: bucket, Prefix: prefix, ...(after && { Marker: after }) }
          const { Contents = [], IsTruncated } = await ask((abortSignal) => client.send(new ListObjectsCommand(asked), { abortSignal }))
          yield Contents.flatMap(({ Key = '', LastModified }) => {
            const [, year, month, uuid] = /^(\d{4})\/(\d\d)\/([\w-]+)$/.exec(Key.slice(prefix.length)) ?? []
            return uuid ? [{ uuid, at: new Date(Date.UTC(Number(year), Number(month) - 1)), written: LastModified! }] : []
          })
          after = IsTruncated ? Contents.at(-1)?.Key : undefined
        } while (after)
      },
    },
    () => sealingKey('', filesKey),
  )
}
