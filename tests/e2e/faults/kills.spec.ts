import { apiAs } from '../support/api.ts'
import { asFile, photo } from '../support/pictures.ts'
import { begin, card, saved } from '../support/verifica.ts'
import { expect, test } from './field.ts'
import { openRemarks, remarks } from './gestures.ts'
import { held, nothingWaits } from './oracle.ts'

const KILLS = Number(process.env.BROWSER_KILLS ?? 10)
const LAST_WORD_MS = 10_000

test(`${KILLS} times the browser is killed right after "salvato", with and without a network`, async ({ field }) => {
  test.setTimeout(120_000 + KILLS * 30_000)
  const { home, proxy } = field
  let { page } = field.device
  const told = new Map<string, string>()
  const gone: string[] = []
  for (let turn = 0; turn < KILLS; turn++) {
    // With a network the queue of the turns before is on its way when the end comes.
    await (turn % 4 < 2 ? proxy.down() : proxy.up())
    await page.goto(`${home}/verifiche`)
    const uuid = await begin(page, 'PV0')
    const pictured = turn % 5 === 4
    await page.goto(`${home}/verifiche/${uuid}?at=${pictured ? 2 : 5}`)
    const input = pictured ? card(page, 'Foto del piazzale').locator('input[type=file][multiple]') : remarks(page)
    await input.waitFor({ state: 'attached' })
    const text = pictured ? '' : `Prima della fine ${turn}`
    if (pictured) await input.setInputFiles(asFile('piazzale.jpg', await photo(turn)))
    else await input.fill(text)
    if (pictured) await expect(card(page, 'Foto del piazzale').getByRole('button', { name: /^Apri Foto/ })).toBeVisible()
    await saved(page, LAST_WORD_MS)
    // Those of this moment: the session may have been renewed while the machine was slow, and an older token would be taken for a stolen one.
    page = await field.revive(await field.device.context.cookies())
    told.set(uuid, text)
    await openRemarks(page, home, uuid)
    if ((await remarks(page).inputValue()) !== text) gone.push(uuid)
  }
  await proxy.up()
  await page.goto(`${home}/invii`)
  await nothingWaits(page, 30_000 + KILLS * 1_000)
  expect((await held(page, 'items')).filter(({ state }) => state !== 'sent')).toEqual([])

  const admin = await apiAs(field.engine.origin, 'admin')
  let twice = 0
  for (const [uuid, text] of told) {
    const verifica = await admin.get(`/inspection/${uuid}`).catch(() => undefined)
    const { q_osservazioni: remark, q_foto: picture } = verifica?.answers ?? {}
    if (text ? remark?.v !== text : verifica?.files.length !== 1 || !picture?.v?.length) gone.push(uuid)
    if (!verifica) continue
    const history = await admin.get(`/models/history?model=inspection&model_id=${verifica.id}`)
    twice += history.total - 2
  }
  const lost = new Set(gone).size
  const summary = `${KILLS} kills: ${lost} lost, ${twice} sent twice`
  test.info().annotations.push({ type: 'summary', description: summary })
  console.log(summary)
  expect({ lost, twice }).toEqual({ lost: 0, twice: 0 })
})
