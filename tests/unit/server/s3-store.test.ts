import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readS3Address } from '../../../server/lib/files/s3-address.ts'
import { s3Store } from '../../../server/lib/files/s3-store.ts'
import { startS3 } from '../../s3-server.ts'

const AT = new Date('2026-03-31T23:30:00Z')
const KEY = randomBytes(32).toString('base64')
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3()
})
beforeEach(() => {
  s3.weather = 'fair'
})
afterAll(() => s3.stop())
const listed = async (store: ReturnType<typeof s3Store>) => (await all(store.list())).flat()
async function all<T>(lots: AsyncGenerator<T>): Promise<T[]> {
  const found: T[] = []
  for await (const lot of lots) found.push(lot)
  return found
}

test('a bucket gives back what was put there, lists it by month, forgets what is removed, and says that a file is missing as a folder does', async () => {
  const store = s3Store(s3.url('rete/uno'), KEY)
  const other = s3Store(s3.url('rete/due'), KEY)
  const [uuid, bytes] = [randomUUID(), randomBytes(3_000_000)]
  await store.write(uuid, bytes, AT)
  await other.write(uuid, Buffer.alloc(0), AT)
  expect((await store.read(uuid, AT)).equals(bytes)).toBe(true)
  expect(await other.read(uuid, AT)).toHaveLength(0)
  expect(await listed(store)).toEqual([{ uuid, at: new Date(Date.UTC(2026, 2)), written: expect.any(Date) }])
  await store.write(uuid, Buffer.from('anew'), AT)
  expect(String(await store.read(uuid, AT))).toBe('anew')
  for (const _ of [1, 2]) await store.remove(uuid, AT)
  await expect(store.read(uuid, AT)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await listed(store)).toEqual([])
  expect(await listed(other)).toHaveLength(1)
})

test('of a sealed file only the encrypted bytes lie in the bucket, and only the same key opens them', async () => {
  const store = s3Store(s3.url('rete/tre'), KEY)
  await store.sealed.write('cedolino', Buffer.from('netto 1.234,56'), AT)
  expect(String(await store.read('cedolino', AT))).not.toContain('1.234,56')
  expect(String(await store.sealed.read('cedolino', AT))).toBe('netto 1.234,56')
  await expect(s3Store(s3.url('rete/tre'), randomBytes(32).toString('base64')).sealed.read('cedolino', AT)).rejects.toThrow()
})

test('more files than an answer of S3 holds are all listed', { timeout: 60_000 }, async () => {
  const store = s3Store(s3.url('rete/molti'), KEY)
  const names = Array.from({ length: 1_001 }, () => randomUUID())
  for (let at = 0; at < names.length; at += 100)
    await Promise.all(names.slice(at, at + 100).map((name) => store.write(name, Buffer.from('x'), AT)))
  expect((await listed(store)).map(({ uuid }) => uuid)).toHaveMembers(names)
})

test('a bucket that is silent, stops half way, refuses or is not there is a 503 within the time that it is given, and mends by itself', async () => {
  const store = s3Store(s3.url('rete/quattro'), KEY, 400)
  await store.write('uno', randomBytes(200_000), AT)
  const away = { status: 503, message: 'Archivio dei file non raggiungibile. Riprovare più tardi.', extra: { retryAfter: 5 } }
  for (const weather of ['silent', 'half', { status: 403, code: 'AccessDenied' }, { status: 503, code: 'SlowDown' }] as const) {
    s3.weather = weather
    const since = performance.now()
    await expect(store.read('uno', AT), JSON.stringify(weather)).rejects.toMatchObject(away)
    if (weather !== 'half') {
      await expect(store.write('due', Buffer.from('x'), AT)).rejects.toMatchObject(away)
      await expect(store.remove('uno', AT)).rejects.toMatchObject(away)
      await expect(listed(store)).rejects.toMatchObject(away)
    }
    expect(performance.now() - since).toBeLessThan(4_000)
    s3.weather = 'fair'
    expect(await store.read('uno', AT)).toHaveLength(200_000)
  }
  expect((await listed(store)).map(({ uuid }) => uuid)).toEqual(['uno'])
  await expect(s3Store(s3.url('altro'), KEY).read('uno', AT)).rejects.toMatchObject(away)
  await expect(s3Store('s3://a:b@127.0.0.1:1/rete?tls=0', KEY).read('uno', AT)).rejects.toMatchObject(away)
})

test('an address says where the bucket is, its folder, region and key, with special characters of the secret encoded', () => {
  expect(readS3Address('s3://CHIAVE:se%2Fgre%2Bto@s3.example.it:9000/rete/prova/due?region=eu-south-1&tls=0')).toEqual({
    ...{ endpoint: 'http://s3.example.it:9000', bucket: 'rete', prefix: 'prova/due/', region: 'eu-south-1' },
    ...{ key: 'CHIAVE', secret: 'se/gre+to' },
  })
  expect(readS3Address('s3://a:b@s3.example.it/rete')).toMatchObject({ endpoint: 'https://s3.example.it', prefix: '', region: 'us-east-1' })
})
