import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { backUp, restore } from '../../../server/backup/copies.ts'
import { targetFiles } from '../../../server/backup/target-files.ts'
import { type FileStore, sha256 } from '../../../server/lib/files/files.ts'
import { s3Store } from '../../../server/lib/files/s3-store.ts'
import { startS3 } from '../../s3-server.ts'
import { seededFolder } from '../../server-process.ts'

const PASSPHRASE = 'quattro parole a caso qui'
const KEY = randomBytes(32).toString('base64')
const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-copia-'))
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())

async function contents(store: FileStore) {
  const found: Record<string, string> = {}
  for await (const lot of store.list())
    for (const { uuid, at } of lot) found[`${at.toISOString().slice(0, 7)} ${uuid}`] = sha256(await store.read(uuid, at))
  return found
}
async function filled(url: string) {
  const store = s3Store(url, KEY)
  for (const [at, size] of [0, 1, 2_500_000].entries()) await store.write(`file-${at}`, randomBytes(size), new Date(Date.UTC(2026, at)))
  return store
}

test('the files of a bucket are in the backup, and come back in another bucket; one that holds something is refused and stays as it is', {
  timeout: 300_000,
}, async () => {
  const dataDir = await seededFolder(inject('snapshot'))
  const source = await filled(s3.url('rete/da'))
  const copy = path.join(newFolder(), 'rete.copia')
  expect(await backUp({ databaseUrl: undefined, dataDir, filesUrl: s3.url('rete/da') }, copy, PASSPHRASE, '0.0.0')).toMatchObject({
    files: 3,
  })
  const place = (bucket: string) => ({ databaseUrl: undefined, dataDir: path.join(newFolder(), 'new'), filesUrl: s3.url(bucket) })
  const before = await contents(source)
  const taken = place('rete/da')
  await expect(restore(taken, copy, PASSPHRASE)).rejects.toThrow('Il contenitore di FILES_URL non è vuoto')
  expect(await contents(source)).toEqual(before)
  expect(fs.readdirSync(taken.dataDir)).toEqual([])
  const to = place('rete/a')
  await restore(to, copy, PASSPHRASE)
  expect(await contents(s3Store(to.filesUrl, KEY))).toEqual(before)
  expect(fs.readdirSync(to.dataDir)).toEqual(['pg'])
})

test('what an interrupted command has left in a bucket is removed by the next one, and nothing of anybody else', async () => {
  const place = { dataDir: newFolder(), filesUrl: s3.url('rete/meta') }
  const store = s3Store(place.filesUrl, KEY)
  const first = await targetFiles(place).begin()
  await first.write('meta', Buffer.from('x'), new Date())
  const again = targetFiles(place)
  await again.refuse()
  await again.clear()
  expect(await contents(store)).toEqual({})
  await again.begin()
  await store.write('uno', Buffer.from('x'), new Date(0))
  await again.ready()
  expect(Object.keys(await contents(store))).toEqual(['1970-01 uno'])
  await targetFiles(place).clear()
  await expect(targetFiles(place).begin()).rejects.toThrow('non è vuoto')
  expect(Object.keys(await contents(store))).toEqual(['1970-01 uno'])
})
