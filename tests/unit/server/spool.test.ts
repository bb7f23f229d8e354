import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { spool, sweepSpool, unspool } from '../../../server/lib/files/spool.ts'
import { deliver } from '../../../server/lib/jobs/deliver.ts'

const spools = () => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('piazzale-upload-'))

test('what is too large for memory lies on the disk until it is taken away; of what broke nothing stays', async () => {
  const place = await spool(Readable.from(['abc', 'de']))
  expect(fs.readFileSync(place, 'utf8')).toBe('abcde')
  await unspool(place)
  expect(fs.existsSync(place)).toBe(false)
  const made = vi.spyOn(fs.promises, 'mkdtemp')
  const cut = Readable.from(
    (async function* () {
      yield 'abc'
      throw new Error('cut')
    })(),
  )
  await expect(spool(cut)).rejects.toThrow('cut')
  const folder = await made.mock.results[0]!.value
  made.mockRestore()
  expect(spools().map((name) => `${os.tmpdir()}/${name}`)).not.toContain(folder)
})

test('what a killed server left is swept after a day, and nothing else', async () => {
  const [old, fresh] = [await spool(Readable.from(['old'])), await spool(Readable.from(['fresh']))]
  const other = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-other-'))
  const long = new Date(Date.now() - 2 * 86_400_000)
  for (const folder of [path.dirname(old), other]) fs.utimesSync(folder, long, long)
  await sweepSpool(new Date())
  expect([old, fresh, other].map((place) => fs.existsSync(place))).toEqual([false, true, true])
  await unspool(fresh)
  fs.rmdirSync(other)
})

test('a mail to nobody is none, and one whose attachment is gone is tried again', async () => {
  const send = vi.fn()
  const nobody = async () => undefined
  const select = () => ({ from: () => ({ where: async () => [] }) })
  const post = { db: { transaction: nobody, select }, mail: { sends: true, send }, now: () => new Date(), origin: 'https://x' } as any
  expect(await deliver({ kind: 'reset', email: 'a@example.it' }, 'j', post)).toEqual({ outcome: 'none' })
  expect(send).not.toHaveBeenCalled()
  const mail = { kind: 'mail', to: 'a@example.it', subject: 's', text: 't' } as const
  await expect(deliver({ ...mail, attach: [5] }, 'j', post)).rejects.toThrow('file 5 is gone')
  expect(await deliver(mail, 'j', post)).toEqual({ outcome: 'sent' })
  expect(send.mock.calls).toEqual([[{ to: 'a@example.it', subject: 's', text: 't', id: 'j' }, []]])
  expect(await deliver(mail, 'j', { ...post, mail: { sends: false, send } })).toEqual({ outcome: 'file' })
})
