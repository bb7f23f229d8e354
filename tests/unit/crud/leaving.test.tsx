// @vitest-environment jsdom
import '../../setup-dom.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { type Found, RecordDialog } from '../../../src/crud/form/RecordDialog.tsx'
import { FormFrame, RecordForm } from '../../../src/crud/form/RecordForm.tsx'
import { useRecordDialog } from '../../../src/crud/form/record-dialog.ts'
import { LEAVE, useLeaveGuard } from '../../../src/crud/form/use-leave-guard.ts'
import { useDelete } from '../../../src/crud/record/delete.ts'
import { unsaved, wouldLoseText } from '../../../src/lib/unsaved.ts'
import { onePage } from '../one-page.tsx'
import { things } from '../things.ts'

const question = () => screen.findByRole('dialog', { name: LEAVE.title })
const press = (words: string) => act(async () => void fireEvent.click(screen.getByText(words)))

test('only where something is unsaved, and only from another page or with other parameters, one is asked before leaving', async () => {
  let dirty = false
  const on = { left: vi.fn(), sessionEnd: vi.fn() }
  const held = unsaved.size
  const page = await onePage(() => void useLeaveGuard(() => dirty, on), { at: '/cose?search=x' })
  const asked = () => screen.queryByText(LEAVE.message)
  await page.open('/cose?search=y')
  expect([page.address(), wouldLoseText()]).toEqual(['/cose?search=y', false])
  dirty = true
  expect(wouldLoseText()).toBe(true)
  await page.open('/cose?search=y#fondo')
  expect([page.address(), asked()]).toEqual(['/cose?search=y#fondo', null])
  for (const address of ['/cose?search=z', '/cose/1?search=y']) {
    void page.router.navigate({ href: address } as any)
    await question()
    await press(LEAVE.cancel)
    await waitFor(() => expect(asked()).toBeNull())
    expect(page.address()).toBe('/cose?search=y#fondo')
  }
  expect(on.left).not.toHaveBeenCalled()
  void page.router.navigate({ href: '/cose/1' } as any)
  await question()
  await press(LEAVE.confirm)
  await waitFor(() => expect(page.address()).toBe('/cose/1'))
  expect([on.left.mock.calls.length, on.sessionEnd.mock.calls.length]).toEqual([1, 0])
  page.unmount()
  expect(unsaved.size, 'nobody holds anything any more').toBe(held)
})

const Dialogs = ({ found }: { found?: Found<{ name: string }> }) => {
  const { show } = useRecordDialog()
  return (
    <>
      <button type="button" onClick={() => show(5)}>
        apri
      </button>
      <RecordDialog fresh="Nuova cosa" {...(found && { found })}>
        {(one, close) => (
          <>
            <p>Modulo di {one?.name ?? 'nessuno'}</p>
            <input aria-label="primo" />
            <input aria-label="secondo" data-autofocus />
            <button type="button" onClick={close}>
              chiudi
            </button>
          </>
        )}
      </RecordDialog>
    </>
  )
}
test('closed, a dialog opened here is gone back from; one that the address brought is taken out of it', async () => {
  const { address, router } = await onePage(() => <Dialogs found={{ data: { name: 'Prima' }, isError: false, refetch: () => {} }} />)
  const at = () => (router.history.location.state as { __TSR_index: number }).__TSR_index
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('apri')
  await screen.findByText('Modulo di Prima')
  expect([address(), at(), screen.getByRole('dialog').textContent]).toEqual(['/cose?modulo=5', 1, expect.stringContaining('Modifica cosa')])
  await press('chiudi')
  await waitFor(() => expect([address(), at()]).toEqual(['/cose', 0]))
  expect(screen.queryByText('Modulo di Prima')).toBeNull()
})
test('a question whose dialog is gone in another way does not take the next Esc', async () => {
  const Guarded = () => <>{void useLeaveGuard(() => true, { left: () => undefined, sessionEnd: () => undefined })}</>
  function Page() {
    const { subject, show } = useRecordDialog()
    return (
      <>
        <button type="button" onClick={() => show('nuovo')}>
          apri
        </button>
        <RecordDialog fresh="Nuova cosa">{() => (subject === 'nuovo' ? <Guarded /> : null)}</RecordDialog>
      </>
    )
  }
  const page = await onePage(Page)
  const dialog = () => screen.findByRole('dialog', { name: 'Nuova cosa' })
  await press('apri')
  fireEvent.keyDown(await dialog(), { key: 'Escape' })
  await screen.findByText(LEAVE.message)
  await act(async () => page.router.history.push('/cose', {}, { ignoreBlocker: true }))
  await waitFor(() => expect(screen.queryByText(LEAVE.message)).toBeNull())
  await press('apri')
  fireEvent.keyDown(await dialog(), { key: 'Escape' })
  await screen.findByText(LEAVE.message)
})
test('a dialog that stands in the address is taken out of it, and leaves no step behind', async () => {
  const { address, router } = await onePage(() => <Dialogs />, { at: '/cose?modulo=nuovo&search=x' })
  await screen.findByText('Modulo di nessuno')
  expect(screen.getByRole('dialog').textContent).toContain('Nuova cosa')
  await press('chiudi')
  await waitFor(() => expect(address()).toBe('/cose?search=x'))
  expect(router.history.length).toBe(1)
})
test.each<[string, Found<{ name: string }> | undefined, string]>([
  ['is being read', { data: undefined, isError: false, refetch: () => {} }, 'Caricamento in corso'],
  ['is not among the rows', { data: null, isError: false, refetch: () => {} }, 'Non è tra le righe di questa pagina: cercalo nell’elenco.'],
  ['cannot be edited here', undefined, 'Non è tra le righe di questa pagina: cercalo nell’elenco.'],
])('of a record that %s there is no form', async (_why, found, words) => {
  await onePage(() => <Dialogs {...(found && { found })} />, { at: '/cose?modulo=5' })
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toBe(`Modifica cosa${words}`)
})
test('one that cannot be read is asked for again; when it is there its first field has the focus', async () => {
  const refetch = vi.fn()
  let come!: () => void
  function Page() {
    const [found, set] = useState<Found<{ name: string }>>({ data: undefined, isError: true, refetch })
    come = () => set({ data: { name: 'Prima' }, isError: false, refetch })
    return <Dialogs found={found} />
  }
  await onePage(Page, { at: '/cose?modulo=5' })
  fireEvent.click(await screen.findByText('Riprova'))
  expect(refetch).toHaveBeenCalledTimes(1)
  await act(async () => come())
  await screen.findByText('Modulo di Prima')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('secondo')))
})

test('deleted is what was confirmed and not refused', async () => {
  const outcome: boolean[] = []
  function Page() {
    const remove = useDelete(things.remove, 'la cosa')
    return (
      <button type="button" onClick={() => void remove({ id: 4 } as any, 'Prima').then((gone) => outcome.push(gone))}>
        togli
      </button>
    )
  }
  const { writes, answers } = await onePage(Page, { answers: { 'DELETE /things/4': () => new Response(null, { status: 204 }) } })
  const answer = async (words: string, times: number) => {
    await press('togli')
    await screen.findByText(`Eliminare la cosa "Prima"? L'operazione non può essere annullata.`)
    await press(words)
    await waitFor(() => expect(outcome).toHaveLength(times))
  }
  await answer('Annulla', 1)
  expect(writes()).toEqual([])
  await answer('Elimina', 2)
  answers['DELETE /things/4'] = () => Response.json({ error: 'È usata.' }, { status: 409 })
  await answer('Elimina', 3)
  expect([outcome, writes().length]).toEqual([[false, true, false], 2])
})

const handle = (more: object = {}) => ({
  ...{ id: 'f', version: '1', errors: {}, refused: [], failures: 0, sending: false, restored: undefined, conflict: null },
  ...{ labelOf: (path: string) => path, submit: vi.fn(async () => undefined), reset: vi.fn(), discard: vi.fn(), resolve: vi.fn(), ...more },
})
test('inputs that start again keep the focus in the field it was in, and take it from nobody', async () => {
  let change!: (version: string) => void
  function Page() {
    const [version, set] = useState('1')
    change = set
    return (
      <>
        <button type="button">altrove</button>
        <RecordForm form={handle({ version }) as any} onCancel={() => {}}>
          <input aria-label="uno" data-path="uno" />
          <input aria-label="due" data-path="due" />
        </RecordForm>
      </>
    )
  }
  await onePage(Page)
  const again = (version: string) => act(async () => change(version))
  await again('2')
  expect(document.activeElement, 'it was in none').toBe(document.body)
  act(() => screen.getByLabelText('due').focus())
  await again('3')
  expect(document.activeElement).toBe(screen.getByLabelText('due'))
  act(() => screen.getByText('altrove').focus())
  await again('4')
  expect(document.activeElement).toBe(screen.getByText('altrove'))
})
test('Ctrl+S saves the form of the dialog on top, by its newest function, and nothing once it is gone', async () => {
  const [first, second] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
  let change!: () => void
  function Page() {
    const [submit, set] = useState(() => first)
    change = () => set(() => second)
    return (
      <>
        <div role="dialog" aria-modal="true" aria-label="sotto" />
        <div role="dialog" aria-modal="true" aria-label="sopra">
          <FormFrame form={handle({ submit }) as any} onCancel={() => {}}>
            campo
          </FormFrame>
        </div>
      </>
    )
  }
  const { unmount } = await onePage(Page)
  const save = () => fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
  save()
  expect(first).toHaveBeenCalledTimes(1)
  await act(async () => change())
  save()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
  const over = document.body.appendChild(document.createElement('div'))
  over.setAttribute('aria-modal', 'true')
  save()
  over.remove()
  expect(second).toHaveBeenCalledTimes(1)
  unmount()
  save()
  expect(second).toHaveBeenCalledTimes(1)
})
