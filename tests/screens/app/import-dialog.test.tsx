// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/app/layers.ts'
import '../../../src/features/inspections/ImportDialog.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inspection_models } from '../../../server/db/schema/inspections/inspections.ts'
import { openLocalEditor } from '../../../src/features/inspections/editor.ts'
import { startInspection } from '../../../src/features/inspections/start.ts'
import { zipOf } from '../../../src/outbox/export.ts'
import { outbox } from '../../../src/outbox/runtime.ts'
import { forTheField } from '../support/device.ts'
import { onScreen } from '../support/world.tsx'

/** The export of a device that never had a network. Its verifica uses a model of the seed, because both worlds are undone after the test. */
async function fromDevice() {
  let found: { uuid: string; zip: ArrayBuffer; key: string } | undefined
  await onScreen('ispettore', '/utenti/profilo', async ({ db, network }) => {
    const [active] = await db.select().from(inspection_models).where(eq(inspection_models.status, 'active')).limit(1)
    const kept = await forTheField(active!.id)
    network.down = true
    const uuid = await startInspection(kept.model, kept.station, null)
    const editor = (await openLocalEditor(uuid))!
    const { key } = kept.model.definition.categories.flatMap(({ questions }) => questions).find(({ type }) => /^yes_no/.test(type))!
    editor.answer(key, { v: 'si', note: 'Dal dispositivo' })
    await editor.sync()
    editor.close()
    await editor.sync()
    const rows = await outbox().exportData()
    // Somebody else's row in it, as damage would leave it.
    const items = [...rows.items, { ...rows.items[0]!, id: crypto.randomUUID(), user: 1 }]
    found = { uuid, key, zip: await (await zipOf({ ...rows, items }, outbox().bytesOf)).arrayBuffer() }
  })
  return found!
}
const chooser = () => document.querySelector<HTMLInputElement>('[role=dialog] input[type=file], input[type=file][accept*=zip]')!
const give = (bytes: BlobPart) =>
  fireEvent.change(chooser(), { target: { files: [new File([bytes], 'invii.zip', { type: 'application/zip' })] } })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Importa ZIP di un dispositivo' }))

test('the office takes in the ZIP of a device: each thing says what became of it, its author has it, and a second time nothing changes', async () => {
  const { uuid, key, zip } = await fromDevice()
  await onScreen('admin', '/verifiche', async ({ as, user, address, network }) => {
    const author = await as('ispettore')
    expect((await author.get(`/inspection/${uuid}`)).status).toBe(404)
    await user.click(await screen.findByRole('button', { name: 'Importa ZIP di un dispositivo' }))
    const box = await dialog()
    give('questo non è uno ZIP')
    await box.findByText('invii.zip: il contenuto non si può mostrare qui. All’importazione il server lo controlla.')
    await user.click(box.getByRole('button', { name: 'Importa' }))
    expect((await box.findByRole('alert')).textContent).not.toBe('')
    expect(box.queryByText('Importato')).toBeNull()
    give(zip)
    await box.findByText(/^Ivan Ispettore, esportato il /)
    expect(box.queryByRole('alert')).toBeNull()
    // Looked at first: nothing is taken in yet.
    box.getByText('3 invii, 0 in compilazione, 0 foto e file. Non è ancora stato importato niente.')
    expect((await author.get(`/inspection/${uuid}`)).status).toBe(404)
    await user.click(box.getByRole('button', { name: 'Importa' }))
    await box.findAllByText('Importato')
    expect(box.getAllByText('Importato')).toHaveLength(2)
    expect(box.getAllByText('Rifiutato')).toHaveLength(1)
    box.getByText('È di un altro utente del dispositivo.')
    box.getByText(/^Foto: 0 importate, 0 già presenti, 0 rifiutate\.$/)
    const stored = async () => (await author.get(`/inspection/${uuid}`)).body.data
    const first = await stored()
    expect(first).toMatchObject({
      status: 'draft',
      inspector: { id: author.user_id },
      answers: { [key]: { v: 'si', note: 'Dal dispositivo' } },
    })
    give(zip)
    await user.click(await box.findByRole('button', { name: 'Importa' }))
    await waitFor(() => expect(box.getAllByText('Già presente').length).toBeGreaterThanOrEqual(2))
    expect(box.queryByText('Importato')).toBeNull()
    expect(await stored()).toEqual(first)
    expect(network.asked.filter((one) => one.endsWith('/inspection/rescue'))).toHaveLength(3)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/verifiche')
  })
})

test('who is not the office is not offered the import, and is refused it', () =>
  onScreen('ispettore', '/verifiche', async ({ as }) => {
    await screen.findByRole('button', { name: 'Calendario' })
    expect(screen.queryByRole('button', { name: 'Importa ZIP di un dispositivo' })).toBeNull()
    expect((await (await as('ispettore')).upload('/inspection/rescue', [{ name: 'invii.zip', bytes: Buffer.from('x') }])).status).toBe(403)
  }))

test('the import is found where one looks for it: in Invii, in Dispositivi and with Ctrl+K', () =>
  onScreen('admin', '/invii', async ({ user, address, open }) => {
    for (const page of ['/invii', '/dispositivi']) {
      await open(page)
      await user.click(await screen.findByRole('link', { name: 'Importa ZIP di un dispositivo' }))
      await dialog()
      expect(address()).toBe('/verifiche?nuova=importa')
    }
    await open('/dashboard')
    await screen.findByRole('heading', { level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog', { name: 'Cerca' })
    await user.keyboard('importa zip')
    await user.click(await screen.findByRole('option', { name: /^Importa ZIP di un dispositivo/ }))
    await dialog()
  }))
