import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { apiAs } from '../support/api.ts'
import { api } from '../support/proxy.ts'
import { rowsOf } from '../support/sealed.ts'
import { fillSignIn, leave, signIn, signOut } from '../support/test.ts'
import { expect, test } from './field.ts'
import { note, picture } from './gestures.ts'
import { arrived, held, nothingWaits } from './oracle.ts'

test('the sign-in is revoked in the middle of the queue: the same person signs in, and the rest goes by itself', async ({ field }) => {
  const { home, proxy, engine, device } = field
  const { page } = device
  await proxy.down()
  const told = []
  for (const text of ['Uno', 'Due', 'Tre']) told.push({ uuid: await note(page, home, text), text })
  await picture(page, home, told[2]!.uuid)
  await proxy.up()
  const stopped = proxy.hold(api('/inspection/', 'PUT'))
  const asked = page.waitForRequest((request) => request.method() === 'PUT')
  await page.goto(`${home}/invii`)
  await stopped.arrived
  const { authorization } = (await asked).headers()
  const out = await fetch(`${engine.origin}${API_BASE}/auth/logout`, { method: 'POST', headers: { authorization: authorization! } })
  expect(out.status).toBe(200)
  stopped.release()
  await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible()
  await expect.poll(async () => (await held(page, 'items')).filter(({ state }) => state === 'auth-wait').length).toBeGreaterThan(0)
  await fillSignIn(page, 'ispettore')
  await nothingWaits(page)
  await arrived(field, [told[0]!, told[1]!, { ...told[2]!, photos: 1 }])
})

test('whoever signs in next sends nothing of the person before, and sees no more than how much it is', async ({ field }) => {
  const { home, proxy, device, engine } = field
  const { page } = device
  await proxy.down()
  const uuid = await note(page, home, 'Di Ivan')
  await page.goto(`${home}/invii`)
  await expect(page.getByRole('button', { name: 'Invia adesso' })).toBeVisible()
  const leaveWork = async () => {
    await signOut(page)
    // On a phone the menu of the account is a dialog too, and still closing.
    await page.getByRole('dialog', { name: 'Uscire?' }).getByRole('button', { name: 'Esci' }).click()
    await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible()
  }
  await leaveWork()
  await proxy.up()
  await signIn(page, 'admin')
  await page.goto(`${home}/invii`)
  await expect(page.getByText(/in attesa di Ivan Ispettore/)).toBeVisible()
  await expect(page.getByText('Controllo breve')).toHaveCount(0)
  await expect(page.getByText('Niente in attesa')).toBeVisible()

  // What he wrote does not open with her key.
  const his = async () => (await rowsOf(page, 'piazzale-outbox', 'items')).filter(({ _sealed }) => !!_sealed)
  const before = await his()
  expect(before.length).toBeGreaterThan(0)
  // A thing of her own goes all the way: what is his had the same chances.
  const own = await note(page, home, 'Di Anna')
  await arrived(field, [{ uuid: own, text: 'Di Anna' }], 'Anna Amministratrice')
  expect(await his()).toEqual(before)
  await expect((await apiAs(engine.origin, 'admin')).get(`/inspection/${uuid}`)).rejects.toThrow('404')
  await expect(page.getByText(/in attesa di Ivan Ispettore/)).toBeVisible()

  // The tab goes back through its pages first: an address typed meanwhile would cut that short.
  await leave(page)
  await signIn(page, 'ispettore')
  await arrived(field, [{ uuid, text: 'Di Ivan' }])
})
