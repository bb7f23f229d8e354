// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/crud/record/PreviewDialog.tsx'
import '../../../src/features/content/documents/PermissionsDialog.tsx'
import '../../../src/features/content/documents/EditDocument.tsx'
import '../../../src/features/content/documents/UploadDocuments.tsx'
import '../../../src/features/content/documents/VersionsDialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { World } from '../../api/support/world.ts'
import { paper } from '../../resources/files.ts'
import { formIn, onScreen } from '../support/world.tsx'

test('who manages documents uploads one, gives it to a role and sees how many that are', () =>
  onScreen('messaggi', '/documenti', async ({ user, as }) => {
    await user.click((await screen.findAllByRole('button', { name: 'Carica documenti' }))[0]!)
    const dialog = within(await screen.findByRole('dialog', { name: 'Carica documenti' }))
    await user.click(dialog.getByRole('button', { name: 'Carica' }))
    await screen.findByText('Assicurati di aver selezionato un file')
    await user.type(dialog.getByLabelText('Nome'), 'Circolare n. 12')
    const file = new File([new Uint8Array(paper.bytes)], 'uno.pdf', { type: 'application/pdf' })
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
    await user.click(dialog.getByRole('button', { name: 'Carica' }))
    await screen.findByText('File caricato')
    await screen.findByText('Nessuno')
    await user.click((await screen.findAllByRole('button', { name: /^Azioni/ }))[0]!)
    await user.click(await screen.findByRole('menuitem', { name: 'Permessi' }))
    const permissions = within(await screen.findByRole('dialog', { name: 'Permessi: Circolare n. 12' }))
    await permissions.findByText('0 persone')
    await user.click(permissions.getByRole('combobox', { name: 'Ruoli' }))
    await user.click(await screen.findByRole('option', { name: 'Autista' }))
    await permissions.findByText('Una persona')
    await user.click(permissions.getByRole('button', { name: 'Salva' }))
    await screen.findByText('Permessi impostati')
    await screen.findByText('1 utente')
    const ugo = await as('autista')
    expect((await ugo.get('/user/documents')).body.data.data).toMatchObject([{ name: 'Circolare n. 12' }])
  }))

test('who only reads sees the own documents and opens them', () =>
  onScreen(
    'autista',
    '/documenti',
    async ({ user }) => {
      await screen.findByText('uno')
      expect(screen.queryByRole('tab', { name: 'Tutti' })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Carica documenti' })).toBeNull()
      await screen.findByText('Da leggere')
      await user.click(screen.getByRole('button', { name: 'Apri uno' }))
      await screen.findByRole('dialog', { name: 'uno.pdf' })
      await waitFor(() => expect(screen.getByRole('button', { name: 'Scarica' })).toBeDefined())
      await screen.findByText('Letto')
    },
    async ({ as }) => {
      const admin = await as('admin')
      const [{ id }] = (await admin.upload('/documents/upload', [paper])).body.data
      await admin.post('/documents/set-permissions', { document_id: id, roles: ['driver'] })
    },
  ))

async function twoVersions({ as }: World) {
  const admin = await as('admin')
  const [{ id }] = (await admin.upload('/documents/upload', [paper], { name: 'Procedura' })).body.data
  await admin.post('/documents/set-permissions', { document_id: id, roles: ['driver'] })
  await admin.upload('/documents/upload', [{ ...paper, name: 'due.pdf' }], { document_id: String(id) })
}
test('who manages documents renames one and opens what it was before', () =>
  onScreen(
    'messaggi',
    '/documenti',
    async ({ user }) => {
      await user.click((await screen.findAllByRole('button', { name: /^Azioni/ }))[0]!)
      await user.click(await screen.findByRole('menuitem', { name: 'Modifica' }))
      const form = within(await formIn('Modifica: Procedura'))
      await user.type(form.getByRole('textbox', { name: 'Nome' }), ' di scarico')
      await user.click(form.getByRole('button', { name: 'Salva' }))
      await screen.findByText('Documento modificato')
      await screen.findByText('Procedura di scarico')
      await user.click((await screen.findAllByRole('button', { name: /^Azioni/ }))[0]!)
      await user.click(await screen.findByRole('menuitem', { name: 'Versioni' }))
      const versions = within(await screen.findByRole('dialog', { name: 'Versioni: Procedura di scarico' }))
      const rows = (await versions.findAllByRole('listitem')).map((row) => row.textContent)
      expect(rows).toEqual([
        expect.stringMatching(/^Versione 2In vigoredue\.pdf.*Anna/),
        expect.stringMatching(/^Versione 1uno\.pdf.*Anna/),
      ])
      await user.click(versions.getByRole('button', { name: 'Apri versione 1' }))
      await screen.findByRole('dialog', { name: 'uno.pdf' })
    },
    twoVersions,
  ))

test('who only reads opens the earlier version of a document that was replaced', () =>
  onScreen(
    'autista',
    '/documenti',
    async ({ user }) => {
      await user.click((await screen.findAllByRole('button', { name: /^Azioni/ }))[0]!)
      await user.click(await screen.findByRole('menuitem', { name: 'Versioni' }))
      const versions = within(await screen.findByRole('dialog', { name: 'Versioni: Procedura' }))
      await user.click(await versions.findByRole('button', { name: 'Apri versione 1' }))
      await screen.findByRole('dialog', { name: 'uno.pdf' })
    },
    twoVersions,
  ))
