// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/ui/ConfirmDialog.tsx'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Composer } from '../../../src/features/tickets/Composer.tsx'
import { Conversation, linesOf } from '../../../src/features/tickets/Conversation.tsx'
import { emptyReply, type Reply } from '../../../src/features/tickets/reply.ts'
import { queryClient } from '../../../src/lib/query.ts'
import { ConfirmProvider } from '../../../src/ui/confirm.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
})
const people = [
  { id: 1, name: 'Anna Rossi', sees: true },
  { id: 2, name: 'Andrea Bini', sees: false },
]
const matchMedia = (media: string) => ({ matches: false, media, addEventListener() {}, removeEventListener() {} })
function onComposer(agent: boolean, onSend: (reply: Reply) => Promise<unknown> = async () => undefined, read = async () => people) {
  Object.assign(window, { matchMedia })
  const now: { reply: Reply } = { reply: emptyReply }
  function Owner() {
    const [reply, setReply] = useState(emptyReply)
    now.reply = reply
    const files = (chosen: readonly File[]) =>
      setReply((old) => ({ ...old, files: [...old.files, ...chosen.map(({ name, size }) => ({ id: name, name, size }))] }))
    return (
      <Composer
        reply={reply}
        onChange={(part) => setReply((old) => ({ ...old, ...part }))}
        onFiles={files}
        onRemove={(id) => setReply((old) => ({ ...old, files: old.files.filter((one) => one.id !== id) }))}
        onSend={() => onSend(now.reply)}
        agent={agent ? { people: { key: ['people'], read }, templates: () => null } : undefined}
      />
    )
  }
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <Owner />
        </ConfirmProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { user: userEvent.setup(), now }
}

test('a note turns public only when that is confirmed; an empty one asks nothing', async () => {
  const { user, now } = onComposer(true)
  const internal = () => screen.getByRole('switch', { name: 'Nota interna' })
  await user.click(internal())
  screen.getByRole('region', { name: 'Nuova nota interna' })
  await user.click(internal())
  expect(now.reply.internal).toBe(false)
  await user.click(internal())
  await user.type(screen.getByRole('textbox'), 'Il cliente è insolvente')
  await user.click(internal())
  await screen.findByText('Rendere pubblica la nota?')
  await user.click(screen.getByRole('button', { name: 'Annulla' }))
  await waitFor(() => expect(screen.queryByText('Rendere pubblica la nota?')).toBeNull())
  expect(now.reply).toMatchObject({ internal: true, message: 'Il cliente è insolvente' })
  await user.click(internal())
  await user.click(await screen.findByRole('button', { name: 'Rendi pubblica' }))
  await waitFor(() => expect(now.reply.internal).toBe(false))
})

test('who opened the ticket is offered neither notes nor mentions', async () => {
  const { user } = onComposer(false)
  expect(screen.queryByRole('switch')).toBeNull()
  await user.type(screen.getByRole('textbox'), 'Ciao @an')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('@ finds people by keyboard, and says at once who cannot see the ticket', async () => {
  const { user, now } = onComposer(true)
  const box = screen.getByRole<HTMLTextAreaElement>('textbox')
  await user.type(box, 'Chiedi a @an')
  await screen.findByRole('option', { name: /Andrea Bini/ })
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(box.value).toBe('Chiedi a @Andrea Bini '))
  await screen.findByText(/Andrea Bini: non può vedere questo ticket/)
  expect(now.reply.mentions).toMatchObject([{ id: 2 }])
  await user.clear(box)
  expect(screen.queryByText(/non può vedere questo ticket/)).toBeNull()
})

test('Enter before the people are there chooses the first of them and adds no line', async () => {
  let arrive = () => {}
  const { user, now } = onComposer(true, undefined, () => new Promise((resolve) => (arrive = () => resolve(people))))
  const box = screen.getByRole<HTMLTextAreaElement>('textbox')
  await user.type(box, '@an{Enter}')
  expect(box.value).toBe('@an')
  arrive()
  await waitFor(() => expect(now.reply).toMatchObject({ message: '@Anna Rossi ', mentions: [{ id: 1 }] }))
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('nothing is sent empty or twice, and what was refused stays', async () => {
  let refuse = () => {}
  const sent = vi.fn(() => new Promise((_, reject) => (refuse = () => reject(new Error('no')))))
  const { user, now } = onComposer(false, sent)
  await user.click(screen.getByRole('button', { name: 'Invia' }))
  await screen.findByText('Il campo Messaggio è obbligatorio.')
  expect(sent).not.toHaveBeenCalled()
  await user.type(screen.getByRole('textbox'), 'Non parte')
  await user.keyboard('{Control>}{Enter}{Enter}{/Control}')
  expect(sent).toHaveBeenCalledTimes(1)
  refuse()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Invia' }).hasAttribute('data-loading')).toBe(false))
  expect(now.reply.message).toBe('Non parte')
})

test('a picture is pasted, dropped and taken off again; words that bring one along stay words', async () => {
  const { user, now } = onComposer(false)
  const picture = new File(['x'], 'schermata.png', { type: 'image/png' })
  const paste = (types: string[]) => fireEvent.paste(screen.getByRole('textbox'), { clipboardData: { files: [picture], types } })
  paste(['text/plain', 'Files'])
  expect(now.reply.files).toEqual([])
  paste(['Files'])
  await waitFor(() => expect(now.reply.files).toHaveLength(1))
  const section = screen.getByRole('region', { name: 'Nuova risposta' })
  fireEvent.drop(section, { dataTransfer: { files: [new File(['y'], 'verbale.pdf')], types: ['Files'] } })
  await waitFor(() => expect(now.reply.files).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Togli schermata.png' }))
  expect(now.reply.files.map(({ name }) => name)).toEqual(['verbale.pdf'])
  const huge = new File([], 'enorme.pdf')
  Object.defineProperty(huge, 'size', { value: 21 * 1024 * 1024 })
  fireEvent.drop(section, { dataTransfer: { files: [huge], types: ['Files'] } })
  expect(now.reply.files).toHaveLength(1)
})

test('events stand between what was said, folded where there are several', () => {
  const message = (key: string, at: string) => ({ key, at, author: 'A', message: key })
  const event = (key: string, at: string) => ({ key, at, text: key })
  const lines = linesOf([message('a', '1'), message('b', '4')], [event('x', '2'), event('y', '3'), event('z', '5')])
  expect(lines.map((line) => ('message' in line ? line.message.key : line.events.map(({ key }) => key).join()))).toEqual([
    'a',
    'x,y',
    'b',
    'z',
  ])
})

test('of a long conversation the last are shown, the request first, and all on demand; a note says who reads it', async () => {
  Object.assign(window, { matchMedia })
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
  const messages = Array.from({ length: 40 }, (_, n) => ({
    ...{ key: String(n), at: at(n), author: 'Anna', message: `Messaggio ${n}` },
    ...(n === 39 && { internal: true }),
    ...(n === 0 && { first: true }),
  }))
  const waiting = { key: 'w', at: at(99), author: 'Io', message: 'Sto arrivando', state: 'queued' as const }
  render(
    <MantineProvider>
      <Conversation messages={messages} events={[]} pending={[waiting]} />
    </MantineProvider>,
  )
  expect(screen.getAllByRole('article')).toHaveLength(22)
  screen.getByText('In attesa di invio')
  screen.getByText(/solo operatori/)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Mostra i 19 messaggi precedenti' }))
  expect(screen.getAllByRole('article')).toHaveLength(41)
})
