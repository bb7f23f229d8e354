import { expect, test } from 'vitest'
import { Problem } from '../../../server/lib/core/problem.ts'
import { inspectUpload, kindOf } from '../../../server/lib/files/upload.ts'

const of = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [error.status, error.fields ?? error.message]
  }
}
test('a file is what its name and its bytes say together, under a name that is safe to offer', () => {
  const pdf = Buffer.from('%PDF-1.4\n%%EOF')
  const kind = (name: string, bytes = pdf) => of(() => kindOf({ name, bytes }))
  const named = (name: string) => (kind(name) as { name: string }).name
  expect(kind('Verbale.PDF')).toEqual({ name: 'Verbale.PDF', extension: 'pdf', mime: 'application/pdf' })
  expect(['../../../etc/a.pdf', 'C:\\x\\a.pdf', 'a"<>|:*?\u200b\n.pdf', ' .-a.pdf', '.. a b-.pdf'].map(named)).toEqual([
    'a.pdf',
    'a.pdf',
    'a.pdf',
    'a.pdf',
    'a b-.pdf',
  ])
  expect(named('e\u0300.pdf')).toBe('è.pdf')
  expect(named(`${'x'.repeat(200)}.pdf`)).toBe(`${'x'.repeat(116)}.pdf`)
  const bad = [415, 'Formato file non consentito.']
  for (const name of ['a.exe', 'a', 'pdf', 'a.pdf.', 'a.jpg', 'a.abcdefg']) expect(kind(name), name).toEqual(bad)
  expect(kind('a.pdf', Buffer.from('nothing'))).toEqual(bad)
  expect(kind('a.pdf', Buffer.alloc(20 * 1024 * 1024))).toEqual(bad)
  expect(kind('a.pdf', Buffer.alloc(20 * 1024 * 1024 + 1))).toEqual([413, 'Il file supera la dimensione massima di 20 MB.'])
  const twofold = Buffer.from('\xff\xd8\xff..<script>', 'latin1')
  expect(of(() => inspectUpload({ name: 'a.jpg', bytes: twofold }))).toEqual(bad)
  expect(of(() => kindOf({ name: 'a.jpg', bytes: twofold }))).toMatchObject({ mime: 'image/jpeg' })
  expect(of(() => inspectUpload({ name: 'a.pdf', bytes: pdf }))).toMatchObject({ mime: 'application/pdf' })
})
