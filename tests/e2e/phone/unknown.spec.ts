import type { Page } from '@playwright/test'
import { hasPdfToText, words } from '../../pdf/pdf-text.ts'
import { apiAs } from '../support/api.ts'
import { makeModel } from '../support/models.ts'
import { startProxy } from '../support/proxy.ts'
import { expect, signIn, test } from '../support/test.ts'
import { begin, next, prepared, tap } from '../support/verifica.ts'

/** One question of the whole, and one for each extinguisher of the station. */
const model = (code: string) => ({
  ...{ code, name: `Estintori ${code}`, require: { inspector_signature: false, manager_signature: false } },
  categories: [
    { key: 'c_all', name: 'Tutto', questions: [{ key: 'q_ok', label: 'In ordine?', type: 'yes_no' }] },
    {
      key: 'c_ext',
      name: 'Estintori',
      repeat: { source: 'fire_extinguishers', label: 'Estintore' },
      questions: [{ key: 'q_ext', label: 'Carico?', type: 'yes_no' }],
    },
  ],
})
const STATION = 'PV010'
/** Once the card stands still: what stands above it comes a moment later. */
/** Switches off the automatic step to the next question, so that each question stays where the test looks for it. */
async function byHand(page: Page, origin: string) {
  const { id } = await (await apiAs(origin, 'ispettore')).get('/auth/me')
  await page.evaluate((id) => localStorage.setItem(`piazzale-habits-${id}`, '{"advance":false}'), id)
}
async function charged(page: Page) {
  const card = page.getByRole('article', { name: 'Carico?' })
  await card.getByText('Sì', { exact: true }).click()
  await expect(card.getByRole('radio', { name: 'Sì', exact: true })).toBeChecked()
}

test('an unplanned station on an unprepared device without network: incomplete, said so, and completed later', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const [admin, ivan] = [await apiAs(baseURL!, 'admin'), await apiAs(baseURL!, 'ispettore')]
  await makeModel(admin, model('IGN'))
  const wire = await startProxy(baseURL!)
  void wire.fault(({ url }) => /offline\/equipment|inspection\/context/.test(url), { status: 503 })

  await test.step('the equipment never arrives', async () => {
    await page.goto(`${wire.origin}/login`)
    await signIn(page, 'ispettore')
    await byHand(page, baseURL!)
    await page.goto(`${wire.origin}/verifiche`)
    await expect(page.getByText('I dati di prima sono rimasti.')).toBeVisible()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect(page.getByText('Non ancora pronto per lavorare offline')).toBeVisible()
    await wire.down()
  })
  let uuid = ''
  // Not there until the device has sent it.
  const outcome = () =>
    ivan.get(`/inspection/${uuid}`).then(
      (found) => found.outcome,
      () => undefined,
    )
  await test.step('what is not known is said where it would stand, and a piece is written down by hand', async () => {
    uuid = await begin(page, STATION, 'Estintori IGN')
    await tap(page, 'In ordine?', 'Sì')
    await next(page)
    await expect(page.getByText('Estintori non noti su questo dispositivo')).toBeVisible()
    await page.getByRole('textbox', { name: 'Matricola o numero' }).fill('A MANO 1')
    await page.getByRole('textbox', { name: 'Dove si trova' }).fill('Cabina')
    await page.getByRole('button', { name: 'Aggiungi estintore' }).click()
    await charged(page)
    await next(page)
    await page.getByRole('button', { name: 'Riepilogo' }).click()
    await expect(page.getByRole('heading', { name: 'Non verificabile ora' })).toBeVisible()
    await expect(page.getByRole('figure').getByText('Incompleta')).toBeVisible()
    await page.getByRole('button', { name: 'Completa', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Completa' }).click()
  })
  await test.step('with a network it goes as it is, and the report does not say that there is nothing', async () => {
    await wire.up()
    await expect.poll(outcome).toBe('incompleta')
    const sent = await ivan.get(`/inspection/${uuid}`)
    expect(sent).toMatchObject({ score: null, context: { origin: { kind: 'by_hand' } } })
    if (!hasPdfToText) return
    const text = words(await ivan.bytes(`/inspection/export/pdf/${sent.id}`))
    expect(text).toContain('Non verificati: Estintori')
    expect(text).toContain('A MANO 1')
    expect(text).not.toContain('Nessuna attrezzatura')
  })
  await test.step('resumed: each known extinguisher is asked for, then there is a score', async () => {
    await page.goto(`${wire.origin}/verifiche/${uuid}?at=0`)
    await page.getByRole('button', { name: 'Riprendi e completa' }).click()
    await expect(page.getByText(/Attrezzature e prezzi del punto vendita ora sono noti: \d+ domand/).first()).toBeVisible()
    const { fire_extinguishers: known } = (
      await ivan.get(`/inspection/context?station_id=${(await ivan.get(`/inspection/${uuid}`)).station.id}`)
    ).context.equipment
    expect(known.length).toBeGreaterThan(0)
    for (const { label } of known) {
      await next(page)
      await expect(page.getByRole('article').getByText(label)).toBeVisible()
      await charged(page)
    }
    await next(page)
    await expect(page.getByRole('article').getByText('matr. A MANO 1')).toBeVisible()
    await next(page)
    await page.getByRole('button', { name: 'Riepilogo' }).click()
    await expect(page.getByRole('figure').getByText('Conforme', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Completa', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Completa' }).click()
    await expect.poll(outcome).toBe('conforme')
    const whole = await ivan.get(`/inspection/${uuid}`)
    expect(whole).toMatchObject({ score: 100, context: { origin: { kind: 'known' } } })
    if (hasPdfToText) expect(words(await ivan.bytes(`/inspection/export/pdf/${whole.id}`))).toContain(known[0].label)
  })
  await wire.down()
})

test('a prepared device knows the equipment of a station nobody planned', async ({ page, baseURL }) => {
  const admin = await apiAs(baseURL!, 'admin')
  await makeModel(admin, model('NOTO'))
  const wire = await startProxy(baseURL!)
  await page.goto(`${wire.origin}/login`)
  await signIn(page, 'ispettore')
  await byHand(page, baseURL!)
  await prepared(page, wire.origin)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await wire.down()
  await begin(page, STATION, 'Estintori NOTO')
  await tap(page, 'In ordine?', 'Sì')
  await next(page)
  await expect(page.getByText(/Estintore 1/).first()).toBeVisible()
})
