// @vitest-environment jsdom
import '../../setup-dom.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { kinds } from '../../../src/app/kinds.ts'
import { fuels } from '../../../src/contract/stations/fuels.ts'
import { createSender, type Offline } from '../../../src/outbox/send.ts'
import type { Photo } from '../../../src/outbox/types.ts'

vi.mock('../../../src/lib/session.ts', async (original) => ({
  ...(await original<typeof import('../../../src/lib/session.ts')>()),
  freshToken: async () => 'token',
}))
afterEach(() => vi.unstubAllGlobals())

const other = { name: 'other', endpoints: [], upload: { ...fuels.create, path: '/other/files' } as unknown as Offline }
const photo = (meta: object): Photo => ({
  ...{ user: 1, hash: 'h', id: 'p', size: 1, type: 'image/jpeg', acked: false, attempts: 0 },
  meta: { extension: 'jpg', ...meta },
})

test('a photo goes where the kind it is of takes photos; one without a name, as earlier versions queued them, to the first', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('{}')
  })
  const { upload } = createSender([...kinds, other])
  for (const meta of [{ kind: 'photo' }, { of: 'other' }, { of: kinds[0]!.name }])
    await upload({ photo: photo(meta), bytes: new ArrayBuffer(1), user: 1, headers: {} })
  expect(asked).toEqual(['/api/v1/inspection/files', '/api/v1/other/files', '/api/v1/inspection/files'])
})

test('every call that may be queued is marked so, and is of one kind but for what goes behind a new ticket; no two kinds share a name', () => {
  const all = kinds.flatMap(({ endpoints, upload }) => [...endpoints, ...(upload ? [upload] : [])])
  expect(all.every(({ offline }) => offline)).toBe(true)
  const names = all.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual(['tickets.comment', 'tickets.picture'])
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
})
