import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { diskStore, type FileRow, readFile, sha256, storeBytes } from '../../../server/lib/files/files.ts'

const folder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-files-'))
const AT = new Date('2026-03-09T23:30:00.000Z')
const listed = async (store: ReturnType<typeof diskStore>) => {
  const all = []
  for await (const lot of store.list()) all.push(...lot)
  return all
}

test('a file lies under its year and month, and is found by them; what is none of ours is passed over', async () => {
  const root = folder()
  const store = diskStore(root)
  const uuid = randomUUID()
  await store.write(uuid, Buffer.from('abc'), AT)
  const place = path.join(root, '2026', '03')
  expect(fs.readdirSync(place)).toEqual([uuid])
  expect((await store.read(uuid, AT)).toString()).toBe('abc')
  fs.writeFileSync(path.join(place, `${uuid}2.part`), 'half')
  for (const name of ['.DS_Store', 'a b', 'x.partial', 'y.jpg']) fs.writeFileSync(path.join(place, name), 'x')
  for (const name of ['20266', 'lost+found', '202', 'x2026']) fs.mkdirSync(path.join(root, name, '03'), { recursive: true })
  for (const name of ['3', '003', 'x03']) fs.mkdirSync(path.join(root, '2026', name))
  const all = await listed(store)
  expect(all.map((one) => one.uuid)).toHaveMembers([uuid, `${uuid}2.part`])
  for (const { at, written, uuid: name } of all) {
    expect(at).toEqual(new Date(Date.UTC(2026, 2)))
    expect(written.getTime()).toBe(fs.statSync(path.join(place, name)).mtime.getTime())
  }
  await store.remove(uuid, all[0]!.at)
  await store.remove(uuid, AT)
  expect((await listed(store)).map((one) => one.uuid)).toEqual([`${uuid}2.part`])
})

test('a store that is not there yet is empty; one that cannot be read is no empty one', async () => {
  expect(await listed(diskStore(path.join(folder(), 'none')))).toEqual([])
  const root = folder()
  fs.writeFileSync(path.join(root, '2026'), 'no folder')
  await expect(listed(diskStore(root))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test('of stored bytes it is known what they are, and they are given back as long as they are the same', async () => {
  const store = diskStore(folder())
  const bytes = Buffer.from('%PDF-1.4\n%%EOF\n')
  const facts = await storeBytes({ name: 'uno.pdf', bytes }, { files: store, now: AT })
  expect(facts).toEqual({
    ...{ uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'uno.pdf', extension: 'pdf', mime: 'application/pdf' },
    ...{ size: bytes.length, sha256: sha256(bytes), created_at: AT.toISOString() },
  })
  const row = facts as unknown as FileRow
  expect((await readFile(row, store)).equals(bytes)).toBe(true)
  await store.write(facts.uuid, Buffer.from('other'), AT)
  await expect(readFile(row, store)).rejects.toThrow(`file ${facts.uuid} does not match its SHA-256`)
  await store.remove(facts.uuid, AT)
  await expect(readFile(row, store)).rejects.toMatchObject({ status: 404, message: expect.stringContaining('archivio') })
  await store.write(facts.uuid, bytes, AT)
  await expect(storeBytes({ name: 'uno.jpg', bytes }, { files: store, now: AT })).rejects.toMatchObject({ status: 415 })
  expect(await listed(store)).toHaveLength(1)
})

test('a hash is that of the bytes, of a text those of its letters', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  const bytes = Buffer.from('abc')
  for (const _ of [1, 2]) expect(sha256(bytes)).toBe(sha256('abc'))
})
