import { expect, test } from 'vitest'
import { commentBody, type SyncedReply, type TicketReply } from '../../src/contract/tickets/reply.ts'
import { mergeServerCopy, needsUpload, takeServerCopy, uploaded } from '../../src/features/tickets/draft-sync.ts'
import { isEmptyReply, joinTexts, mergeRecalledReply, newReply, unsentPart } from '../../src/features/tickets/reply-queue.ts'

const reply = (more: Partial<TicketReply> = {}): TicketReply => ({
  ...newReply({ year: 2026, number: 15, subject: 'Pompa' }),
  ...{ uuid: 'u1', message: 'Mio', ...more },
})
const theirs = (message: string, rev: number, uuid = 'u1'): SyncedReply => ({ uuid, message, internal: false, mentions: [], rev })
const after = (local: TicketReply, seen: SyncedReply | null, gone: string[] = []) => {
  const change = mergeServerCopy(local, seen, gone)
  return typeof change === 'function' ? { ...local, ...change(local) } : change
}

test('the server is told what it has not, and what is no more', () => {
  expect([needsUpload(reply()), needsUpload(reply({ message: '' })), needsUpload(reply({ synced: theirs('Mio', 1) }))]).toEqual([
    true,
    false,
    false,
  ])
  expect(needsUpload(reply({ message: '', synced: theirs('Mio', 1) }))).toBe(true)
  expect(uploaded(theirs('Mio', 3))(reply())).toEqual({ synced: theirs('Mio', 3) })
})

test('the other device’s text is taken where nothing was written here since, and asked about where something was', () => {
  expect(after(reply({ message: '' }), theirs('Suo', 1))).toMatchObject({ message: 'Suo', synced: { rev: 1 } })
  expect(after(reply({ synced: theirs('Mio', 1) }), theirs('Suo', 2))).toMatchObject({ message: 'Suo', synced: { rev: 2 } })
  expect(after(reply({ synced: theirs('Prima', 1) }), theirs('Suo', 2))).toBe('both')
  expect(after(reply(), theirs('Suo', 1))).toBe('both')
  // Text that this device sent itself, or that both wrote alike, is no conflict.
  expect(after(reply({ synced: theirs('Prima', 1) }), theirs('Prima', 1))).toBeUndefined()
  expect(after(reply({ synced: theirs('Prima', 1) }), theirs('Mio', 2))).toMatchObject({ message: 'Mio', synced: { rev: 2 } })
  expect(takeServerCopy(theirs('Suo', 4))(reply())).toMatchObject({ message: 'Suo', synced: { rev: 4 } })
})

test('what was sent elsewhere is gone here, but for what was written on; what is in the queue here is no draft of another', () => {
  expect(after(reply({ synced: theirs('Mio', 1) }), null)).toMatchObject({ message: '', synced: null })
  const on = after(reply({ message: 'Mio e altro', synced: theirs('Mio', 1) }), null) as TicketReply
  expect(on).toMatchObject({ message: 'Mio e altro', synced: null })
  expect(on.uuid).not.toBe('u1')
  expect(after(reply({ message: '', uuid: 'u2' }), theirs('Inviato', 1), ['u1'])).toBeUndefined()
})

test('a text typed on in a tab that did not see it go is a comment of its own, without what went', () => {
  const item = { input: { message: 'Mio', photos: ['p1'] } } as never
  expect(isEmptyReply(unsentPart(reply({ photos: ['p1'] }), item))).toBe(true)
  expect(unsentPart(reply({ message: 'Mio e altro', photos: ['p1', 'p2'] }), item)).toMatchObject({
    message: 'Mio e altro',
    photos: ['p2'],
  })
})

test('what two tabs have written to one ticket is joined, and nothing of it said twice', () => {
  expect(joinTexts('', 'Loro', 'Mio')).toBe('Loro\n\nMio')
  expect(joinTexts('Loro', 'Loro\n\nMio', 'Loro, e poi')).toBe('Loro, e poi\n\nMio')
  expect(joinTexts('Prima', '', 'Prima e poi'), 'sent from the other tab').toBe('Prima e poi')
  expect([joinTexts('', 'Mio e altro', 'Mio'), joinTexts('', 'Mio', 'Mio e altro')]).toEqual(['Mio e altro', 'Mio e altro'])
})

test('named are those whose name still stands in the text, once', () => {
  const mentions = [
    { id: 4, name: 'Anna', sees: true },
    { id: 5, name: 'Ivan', sees: true },
    { id: 4, name: 'Anna', sees: true },
  ]
  expect(commentBody(reply({ message: 'Chiedi a @Anna', mentions })).mentions).toEqual([4])
})

test('what was sent and is taken back stands above what was typed since, for colleagues if either was, as another comment', () => {
  const made = reply({ message: 'Prima', internal: true, photos: ['p1'], synced: theirs('Prima', 2), files: file('p1', 'h1') })
  const typed = reply({ uuid: 'u2', message: 'Poi', photos: ['p2'], files: file('p2', 'h2') })
  const { data, photos } = mergeRecalledReply(made as never, typed as never)
  expect(data).toMatchObject({ message: 'Prima\n\nPoi', internal: true, photos: ['p1', 'p2'], synced: { rev: 2 } })
  expect(photos).toEqual(['h1', 'h2'])
  const alone = mergeRecalledReply(made as never, undefined).data as unknown as TicketReply
  expect(alone).toMatchObject({ message: 'Prima', internal: true, photos: ['p1'] })
  // The one in the queue, of which the screen may not know yet that it is gone, is another.
  expect(alone.uuid).not.toBe('u1')
  // The server was told of it before it was sent: that is no other device.
  expect(after({ ...alone, message: 'Prima di tutto', synced: null, internal: false }, theirs('Prima', 3))).toMatchObject({
    ...{ message: 'Prima di tutto', synced: { rev: 3 } },
  })
})
const file = (uuid: string, hash: string) => ({ [uuid]: { hash, mime: 'image/jpeg', name: 'foto.jpg', size: 1 } })
