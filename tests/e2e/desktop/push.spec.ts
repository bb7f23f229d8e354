import type { CDPSession, Worker } from '@playwright/test'
import { expect, signIn, test } from '../support/test.ts'

/** The id of the app's worker, as the browser's own protocol knows it. */
async function registrationOf(session: CDPSession): Promise<string> {
  const told = new Promise<string>((done) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (one) done(one.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  return told
}
interface Shown {
  title: string
  body?: string
  tag?: string
  data?: unknown
}
type Watched = EventTarget & { shown: Shown[]; registration: { showNotification: unknown }; ExtendableEvent: new (type: string) => Event }
/** Records what the worker asks the browser to show: a browser without windows cannot show notifications and permits none. */
async function watch(worker: Worker) {
  await worker.evaluate(() => {
    const own = self as unknown as Watched
    own.shown = []
    own.registration.showNotification = async (title: string, { body, tag, data }: Omit<Shown, 'title'>) =>
      void own.shown.push({ title, body, tag, data })
  })
  return {
    shown: () => worker.evaluate(() => (self as unknown as Watched).shown),
    /** A tap on one of these. */
    tap: (link: string) =>
      worker.evaluate((to) => {
        const own = self as unknown as Watched
        const notification = { data: { link: to }, close: () => void own.shown.push({ title: 'closed' }) }
        own.dispatchEvent(Object.assign(new own.ExtendableEvent('notificationclick'), { notification }))
      }, link),
  }
}

test('what a push service brings is shown by the worker, literally, and a tap leads the open page there', async ({
  page,
  context,
  baseURL,
}) => {
  await signIn(page, 'contabilita')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const session = await context.newCDPSession(page)
  const registrationId = await registrationOf(session)
  const { shown, tap } = await watch(context.serviceWorkers()[0]!)
  const push = (data: string) => session.send('ServiceWorker.deliverPushMessage', { origin: baseURL!, registrationId, data })
  const title = '[Ticket 2026/1] Totem <b>spento</b>'
  await push(JSON.stringify({ title, body: '<script>alert(1)</script>', link: '/scadenze', tag: '7' }))
  const first = { title, body: '<script>alert(1)</script>', tag: '7', data: { link: '/scadenze' } }
  await expect.poll(shown).toEqual([first])
  // An unreadable message is shown too: a browser withdraws the permission from a page that shows nothing.
  await push('niente di leggibile')
  await expect.poll(shown).toEqual([first, { title: 'Piazzale', body: '', tag: '', data: { link: '/' } }])

  // The page hears of taps once it is at rest.
  await expect(async () => {
    await tap('/scadenze')
    await expect(page).toHaveURL(/\/scadenze$/, { timeout: 2_000 })
  }).toPass()
  expect((await shown()).at(-1)).toEqual({ title: 'closed' })
  await tap('//altrove.example.it/x')
  await expect(page).toHaveURL((url) => url.origin === baseURL && !url.pathname.includes('scadenze'))
})

test('the switch of the profile subscribes this browser with the server, says on how many devices, and takes it back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  // A browser of the tests has no push service to ask: what one would answer.
  await page.addInitScript(() => {
    let made: object | null = null
    const keys = {
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    }
    const { prototype } = PushManager
    prototype.getSubscription = async () => made as PushSubscription | null
    prototype.subscribe = async (options) => {
      if (!options?.userVisibleOnly || !options.applicationServerKey) throw new DOMException('no key')
      const endpoint = 'https://push.example.it/send/abc'
      const unsubscribe = async () => {
        made = null
        return true
      }
      made = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe }
      return made as PushSubscription
    }
    Notification.requestPermission = async () => 'granted'
  })
  await signIn(page, 'contabilita')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.goto('/utenti/profilo')
  const here = page.getByRole('switch', { name: 'Notifiche su questo dispositivo' })
  await expect(here).not.toBeChecked()
  await here.click({ force: true })
  await expect(page.getByText('Notifiche attivate su questo dispositivo')).toBeVisible()
  await expect(here).toBeChecked()
  await expect(page.getByText('Attive su 1 dispositivo.')).toBeVisible()
  await here.click({ force: true })
  await expect(here).not.toBeChecked()
  await expect(page.getByText(/^Attive su/)).toHaveCount(0)
})
