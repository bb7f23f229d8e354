import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { newFolder } from '../../server-process.ts'
import { apiAs } from '../support/api.ts'
import { photo } from '../support/pictures.ts'
import { openProfile } from '../support/profile.ts'
import { rowsOf } from '../support/sealed.ts'
import { startServer } from '../support/server.ts'
import { expect, signIn, test } from '../support/test.ts'
import { answerAll, begin, close, prepared } from '../support/verifica.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** Hashes of the pictures the outbox holds, as the device itself knows them. */
const heldPhotos = async (page: Page) =>
  // Those that go to the server: what has no place there, a thumbnail, is named by nothing.
  (await rowsOf(page, 'piazzale-outbox-', 'photos')).filter(({ meta }) => meta).map(({ hash }) => String(hash))

test('a verifica with photos, begun and closed without a server, survives the death of the browser and arrives once', async () => {
  test.slow()
  const server = await startServer()
  const folder = newFolder()
  const home = server.origin
  let device = await openProfile(folder)
  let uuid = ''
  let hashes: string[] = []

  await test.step('prepared while there is a server', async () => {
    await device.page.goto(`${home}/login`)
    await signIn(device.page, 'ispettore')
    await prepared(device.page, home)
    await device.page.evaluate(async () => void (await navigator.serviceWorker.ready))
  })
  const before = (await (await apiAs(home, 'ispettore')).get('/inspection')).total
  await server.stop()

  await test.step('every address of the field opens from the device alone, also in a browser started anew', async () => {
    await device.context.close()
    device = await openProfile(folder)
    await device.page.goto(`${home}/invii`)
    await expect(device.page.getByRole('heading', { name: 'Invii' })).toBeVisible()
    await expect(device.page.getByText(/Connessione: (server non raggiungibile|non in linea)/)).toBeVisible()
    await device.page.goto(`${home}/verifiche`)
    await expect(device.page.getByText('Pronto per lavorare offline', { exact: true })).toBeVisible()
  })

  await test.step('begun, answered, photographed, signed and completed without a server', async () => {
    uuid = await begin(device.page, 'PV007')
    await device.page.reload()
    await expect(device.page.getByRole('heading', { name: /^PV007/ })).toBeVisible()
    await answerAll(device.page, await photo(140))
    await close(device.page)
    await expect(device.page.getByText('La verifica è chiusa e al sicuro su questo dispositivo.')).toBeVisible()
    hashes = await heldPhotos(device.page)
    expect(hashes).toHaveLength(3)
  })

  await test.step('the browser is killed, then there is a server again: everything goes by itself', async () => {
    await device.kill()
    const again = await startServer({ dataDir: server.dataDir, port: server.port })
    device = await openProfile(folder)
    await device.page.goto(`${home}/invii`)
    await expect(device.page.getByText('Niente in attesa')).toBeVisible()
    expect(again.origin).toBe(home)

    const api = await apiAs(home, 'ispettore')
    expect((await api.get('/inspection')).total).toBe(before + 1)
    const verifica = await api.get(`/inspection/${uuid}`)
    expect(verifica).toMatchObject({ status: 'completed', station: { code: 'PV007' } })
    expect(verifica.answers).toMatchObject({
      q_pulito: { v: 'si' },
      q_estintori: { v: 3 },
      q_cartelli: { v: 'usurato' },
      q_versamenti: { v: 'no', note: 'Gasolio nel pozzetto 2' },
      q_osservazioni: { v: 'Nulla da aggiungere' },
    })
    expect(verifica.files.map((file: { kind: string }) => file.kind).sort()).toEqual(['photo', 'signature', 'signature'])
    const arrived = await Promise.all(
      verifica.files.map(async (file: { uuid: string }) => sha256(await api.bytes(`/inspection/files/${file.uuid}`))),
    )
    expect(arrived.sort()).toEqual(hashes.sort())
    await device.context.close()
    await again.stop()
  })
  for (const place of [folder, server.dataDir]) fs.rmSync(place, { recursive: true, force: true })
})
