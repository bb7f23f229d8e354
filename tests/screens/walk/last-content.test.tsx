// @vitest-environment jsdom
import '../../setup-dom.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { communications } from '../../../server/db/schema/content/communications.ts'
import { contact_containers, contact_items } from '../../../server/db/schema/content/useful-contacts.ts'
import type { World } from '../../api/support/world.ts'
import { paper } from '../../resources/files.ts'
import { unmended } from '../support/failing-reads.ts'
import { type LeftDialog, unclosed } from '../support/left-dialogs.ts'
import { choose, gone, menu, press, pressIn, write } from '../support/steps.ts'
import { onScreen, type Screen } from '../support/world.tsx'

// Nothing has a place in jsdom, and the editor asks where its text is.
Object.assign(document, { elementFromPoint: () => null })
Range.prototype.getClientRects = () => [new DOMRect(10, 10, 100, 20)] as unknown as DOMRectList
/** Writes into the field of a communication's text, at its end. */
async function writeText({ user }: Screen, text: string) {
  const box = await screen.findByRole('textbox', { name: 'Testo' })
  await user.click(box)
  await user.paste(text)
  await waitFor(() => expect(box.textContent).toContain(text))
}
async function twoVersions({ as }: World) {
  const admin = await as('admin')
  const [{ id }] = (await admin.upload('/documents/upload', [paper], { name: 'Procedura' })).body.data
  await admin.post('/documents/set-permissions', { document_id: id, roles: ['driver'] })
  await admin.upload('/documents/upload', [{ ...paper, name: 'due.pdf' }], { document_id: String(id) })
}

test('the correction and the versions of a document are looked at and left, and its versions are read again after a fault', () =>
  onScreen(
    'admin',
    '/dashboard',
    async (world) => {
      const dialogs: LeftDialog[] = [
        { at: '/documenti', press: /^Azioni/, item: 'Modifica', title: 'Modifica: Procedura' },
        { at: '/documenti', press: /^Azioni/, item: 'Versioni', title: 'Versioni: Procedura', leave: false },
      ]
      expect(await unclosed(world, dialogs)).toEqual([])
      const opens = (w: Screen) => menu(w, /^Azioni/, 'Versioni')
      const read = { what: 'versions', at: '/documenti', fails: /^\/documents\/\d+\/versions/, opens, shows: 'Versione 1' }
      expect(await unmended(world, [read])).toEqual([])
    },
    twoVersions,
  ))

test('who only reads looks at the versions of a document and leaves them', () =>
  onScreen(
    'autista',
    '/dashboard',
    async (world) => {
      const versions: LeftDialog = { at: '/documenti', press: /^Azioni/, item: 'Versioni', title: 'Versioni: Procedura', leave: false }
      expect(await unclosed(world, [versions])).toEqual([])
    },
    twoVersions,
  ))

test('a message is written down as a draft whose page opens, sent, and its text corrected', () =>
  onScreen('messaggi', '/comunicazioni', async (world) => {
    const { db } = world
    const newest = async () => (await db.select().from(communications).orderBy(desc(communications.id)).limit(1))[0]!
    await press(world, 'Nuovo messaggio')
    await write(world, /^Oggetto/, 'Cambio turno')
    await writeText(world, 'Da domani alle 7.')
    await choose(world, 'Persone', 'Renata Rete')
    await pressIn(world, 'Nuovo messaggio', 'Salva bozza')
    await waitFor(() => expect(world.address()).toMatch(/^\/comunicazioni\/\d+\?type=1$/))
    await gone()
    const { id, ...draft } = await newest()
    expect(draft).toMatchObject({ subject: 'Cambio turno', body: '<p>Da domani alle 7.</p>', status: 'draft' })
    expect(world.address()).toBe(`/comunicazioni/${id}?type=1`)
    await within(screen.getByRole('main')).findByText('Da domani alle 7.')
    await press(world, 'Invia subito')
    await pressIn(world, 'Invio', 'Invia')
    await press(world, 'Correggi')
    await writeText(world, 'Anzi alle 8. ')
    await pressIn(world, 'Correggi e invia di nuovo', 'Invia la correzione')
    await gone()
    const { version, body } = await newest()
    expect([version, body]).toEqual([2, '<p>Anzi alle 8. Da domani alle 7.</p>'])
    await within(screen.getByRole('main')).findByText(/Anzi alle 8\./)
  }))

test('a contact is moved into another container by its form', () =>
  onScreen('admin', '/contatti-utili', async (world) => {
    const { db } = world
    const [first, other] = await db.select().from(contact_containers).orderBy(contact_containers.id).limit(2)
    const [item] = await db.select().from(contact_items).where(eq(contact_items.container_id, first!.id)).limit(1)
    await press(world, 'Modifica contatti')
    await press(world, new RegExp(`^Modifica .*${item!.label}`))
    await choose(world, /^Contenitore/, other!.name)
    await pressIn(world, 'Modifica contatto', 'Salva')
    await gone()
    const [moved] = await db.select().from(contact_items).where(eq(contact_items.id, item!.id))
    expect(moved).toMatchObject({ container_id: other!.id, label: item!.label })
  }))
