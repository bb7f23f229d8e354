// @vitest-environment jsdom
import '../setup-dom.ts'
import { Button, Checkbox, Radio } from '@mantine/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from '../../src/ui/Dialog.tsx'
import { Sheet } from '../../src/ui/Sheet.tsx'
import '../../src/ui/SheetDrawer.tsx'
import { renderUi } from '../render.tsx'

function Page() {
  const [sheet, setSheet] = useState(false)
  const [dialog, setDialog] = useState(false)
  return (
    <>
      <Button onClick={() => setSheet(true)}>Apri</Button>
      <Sheet title="Foglio" opened={sheet} onClose={() => setSheet(false)}>
        <Button onClick={() => setDialog(true)}>Chiedi</Button>
        <Dialog title="Domanda" opened={dialog} onClose={() => setDialog(false)}>
          <Button>Sì</Button>
        </Dialog>
      </Sheet>
    </>
  )
}

test('of a sheet and the dialog over it Esc shuts the dialog, then the sheet, and the focus goes back each time', async () => {
  renderUi(<Page />)
  await userEvent.click(screen.getByText('Apri'))
  await userEvent.click(await screen.findByText('Chiedi'))
  await screen.findByRole('dialog', { name: 'Domanda' })
  await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).toBe(screen.getByRole('dialog', { name: 'Domanda' })))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Domanda' })).toBeNull())
  screen.getByRole('dialog', { name: 'Foglio' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Chiedi'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Apri'))
})

function Fetched() {
  const [there, setThere] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setThere(true)}>
        Arriva
      </button>
      <Dialog title="Ordine" opened onClose={() => undefined}>
        {there && <Button>Sposta giù</Button>}
      </Dialog>
    </>
  )
}
test('what is fetched has the focus once it is there', async () => {
  renderUi(<Fetched />)
  await waitFor(() => expect(document.activeElement!.closest('[role=dialog]')).not.toBeNull())
  fireEvent.click(screen.getByText('Arriva'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Sposta giù'))
})
test.each([
  ['its first field', <input key="a" aria-label="Nome" />, 'Nome'],
  [
    'the answer that is chosen',
    <Radio.Group key="a" defaultValue="b">
      <Radio value="a" label="A" />
      <Radio value="b" label="B" />
    </Radio.Group>,
    'B',
  ],
  ['what can have the focus, where what is chosen is disabled', <Checkbox key="a" label="Presente" checked disabled readOnly />, 'Salva'],
  ['its main action', null, 'Salva'],
  [
    'what it names',
    <>
      <input aria-label="Nome" />
      <input aria-label="Nota" data-autofocus />
    </>,
    'Nota',
  ],
])('a dialog opens on %s, not on its cross', async (_, field, name) => {
  renderUi(
    <Dialog title="Scheda" opened onClose={() => undefined}>
      {field}
      <Button type="submit">Salva</Button>
    </Dialog>,
  )
  const named = () => {
    const at = document.activeElement as HTMLInputElement
    return at.ariaLabel ?? at.labels?.[0]?.textContent ?? at.textContent
  }
  await waitFor(() => expect(named()).toBe(name))
})
