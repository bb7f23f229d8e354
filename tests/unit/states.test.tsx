// @vitest-environment jsdom
import '../setup-dom.ts'
import { MantineProvider, Select } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ConfirmProvider, deleteQuestion, useConfirm } from '../../src/ui/confirm.tsx'
import { Dialog } from '../../src/ui/Dialog.tsx'
import { ErrorState } from '../../src/ui/ErrorState.tsx'
import { LoadingRows } from '../../src/ui/LoadingRows.tsx'
import { Page } from '../../src/ui/Page.tsx'
import { renderUi } from '../render.tsx'

function Remover({ answered }: { answered: (yes: boolean) => void }) {
  const confirm = useConfirm()
  return (
    <button type="button" onClick={() => void confirm(deleteQuestion('la banca', 'Intesa')).then(answered)}>
      Rimuovi
    </button>
  )
}

it.each([
  ['Elimina', true],
  ['Annulla', false],
  ['Chiudi', false],
])('the question before a deletion: %s answers %s', async (button, answer) => {
  const answered = vi.fn()
  renderUi(
    <ConfirmProvider>
      <Remover answered={answered} />
    </ConfirmProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Rimuovi' }))
  expect(await screen.findByText('Eliminare la banca "Intesa"? L\'operazione non può essere annullata.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(answered).toHaveBeenCalledExactlyOnceWith(answer)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('Enter on a fresh question about a deletion does not delete', async () => {
  const answered = vi.fn()
  renderUi(
    <ConfirmProvider>
      <Remover answered={answered} />
    </ConfirmProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Rimuovi' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Annulla'))
  await userEvent.keyboard('{Enter}')
  expect(answered).toHaveBeenCalledExactlyOnceWith(false)
})

it('the second tap of a double one does not close the question that the first has opened; a later tap beside it does', async () => {
  const answered = vi.fn()
  renderUi(
    <ConfirmProvider>
      <Remover answered={answered} />
    </ConfirmProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Rimuovi' }))
  await screen.findByRole('dialog')
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const beside = document.querySelector('.mantine-Modal-overlay')!
  fireEvent.click(beside)
  fireEvent.click(screen.getByRole('button', { name: 'Elimina' }), { detail: 2 })
  expect(answered).not.toHaveBeenCalled()
  clock.mockReturnValue(performance.now() + 501)
  fireEvent.click(beside)
  clock.mockRestore()
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(false))
})

it('an option is chosen also in a dialog that has just opened, although its list lies beside the dialog', async () => {
  const chosen = vi.fn()
  // Of the tests' own environment no list would lie elsewhere.
  render(
    <MantineProvider env="default">
      <Dialog opened onClose={() => {}} title="Prova" transitionProps={{ duration: 0 }}>
        <Select label="Carburante" data={['Benzina']} onChange={chosen} />
      </Dialog>
    </MantineProvider>,
  )
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  fireEvent.click(await screen.findByRole('combobox'))
  const option = await screen.findByRole('option', { name: 'Benzina', hidden: true })
  expect(option.closest('[role="dialog"]')).toBeNull()
  fireEvent.click(option)
  clock.mockRestore()
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Benzina', expect.anything())
})

it('an error offers to try again', async () => {
  const retry = vi.fn()
  renderUi(<ErrorState onRetry={retry} />)
  expect(screen.getByRole('alert').textContent).toContain('Errore nel caricamento.')
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  expect(retry).toHaveBeenCalledOnce()
})

it('a page names itself, with its count, in the tab and in the heading', () => {
  renderUi(
    <Page title="Clienti tessere" count={312480}>
      <LoadingRows />
    </Page>,
  )
  expect(document.title).toBe('Clienti tessere – Piazzale')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Clienti tessere · 312.480')
  expect(screen.getByRole('status').textContent).toBe('Caricamento in corso')
})
