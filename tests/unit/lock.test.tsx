// @vitest-environment jsdom
import '../setup-dom.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../src/app/IdleWatch.tsx'
import { LockGate } from '../../src/app/LockGate.tsx'
import '../../src/app/LockScreen.tsx'
import { auth } from '../../src/contract/kernel/auth.ts'
import { call } from '../../src/lib/api.ts'
import {
  forgetPerson,
  forgetSession,
  keepLocked,
  keepSession,
  keptSession,
  knownPeople,
  type Profile,
  readDevice,
} from '../../src/lib/device.ts'
import { bootLock, enter, locked, markEntered, setShared, shared } from '../../src/lib/lock.ts'
import { connection } from '../../src/lib/online.ts'
import { bootSession, session } from '../../src/lib/session.ts'
import { renderUi } from '../render.tsx'

// A password is slow to compare on purpose, and slower still on a busy machine.
const MINUTE = 60_000
const RIGHT = 'una password lunga e giusta'
const KEY = 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc'
const rossi: Profile = {
  id: 7,
  name: 'M. Rossi',
  email: 'r@example.it',
  scope: ['manager'],
  permissions: [],
  all_stations: false,
  demo: true,
}

/** A finger instead of a mouse, on a screen of so many pixels; neither is a desk. */
let touchScreen: number | undefined
vi.stubGlobal('screen', {
  get width() {
    return touchScreen ?? 1_920
  },
  get height() {
    return touchScreen ?? 1_080
  },
})
const plain = window.matchMedia
vi.stubGlobal('matchMedia', (media: string) => (media === '(pointer: coarse)' ? { matches: touchScreen !== undefined } : plain(media)))
const answers = new Map<string, (body: { password?: string }) => Response>()
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'x-request-id': '1' } })
vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  const answer = answers.get(url.replace('/api/v1', ''))
  if (!answer) throw new TypeError('Failed to fetch')
  return answer(JSON.parse((init?.body as string) ?? '{}'))
})
const signIn = async (change: object = {}, who = rossi) => {
  await keepSession({ handle: 'h', stamp: 's', profile: who, confirmed: Date.now(), ...change })
  await bootSession()
}
const show = () =>
  renderUi(
    <LockGate>
      <p>SEGRETO</p>
    </LockGate>,
  )
/** Second by second: what a second changes is drawn before the next. */
async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 1_000) await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 1_000)))
  await act(() => vi.advanceTimersByTimeAsync(0))
}
const checkHere = async () => (await knownPeople())[0]?.check
const secret = () => screen.queryByText('SEGRETO')
const warning = () => screen.queryByRole('alertdialog', { name: 'Sei ancora qui?' })

beforeEach(async () => {
  await forgetPerson(rossi.id)
  touchScreen = undefined
  localStorage.clear()
  connection.set('online')
})
afterEach(async () => {
  vi.useRealTimers()
  session.set({ user: null })
  locked.set(false)
  await setShared(false)
  await forgetSession((await keptSession())?.stamp)
  answers.clear()
})

describe('a shared device, with a clock that goes as the test says', () => {
  async function atWork() {
    await signIn()
    await setShared(true)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
    localStorage.clear()
    await setShared(true)
    show()
  }
  const locks = async (minutes: number) => {
    await pass(minutes * MINUTE - 24_000)
    expect(warning()).toBeNull()
    await pass(7_000)
    expect(warning()).not.toBeNull()
    expect(secret()).not.toBeNull()
    await pass(20_000)
    expect(secret()).toBeNull()
    expect(screen.getByRole('heading', { name: 'Schermo bloccato' })).toBeDefined()
    expect(document.title).toBe('Bloccato – Piazzale')
  }

  test('locks after five minutes in which nobody touches it, warned 20 seconds before', async () => {
    await atWork()
    await locks(5)
    vi.useRealTimers()
    await waitFor(async () => expect((await keptSession())?.locked).toBe(true))
  })
  test('a phone after fifteen', async () => {
    touchScreen = 390
    await atWork()
    await locks(15)
  })
  test('whoever is at it is left alone', async () => {
    await atWork()
    for (let minute = 0; minute < 20; minute++) {
      await pass(MINUTE)
      fireEvent.keyDown(document)
      await pass(1_000)
      expect(warning()).toBeNull()
    }
    expect(secret()).not.toBeNull()
  })
  test('the warning counts down, is read out at 20, 10 and 5 seconds, and only its button is an answer', async () => {
    await atWork()
    await pass(5 * MINUTE - 18_500)
    const dialog = within(warning()!)
    expect(dialog.getByRole('status').textContent).toBe('Mancano 20 secondi al blocco.')
    const shown = () => Number(/blocca tra (\d+) second/.exec(warning()!.textContent!)![1])
    const before = shown()
    fireEvent.mouseMove(document)
    await pass(10_000)
    expect(shown()).toBe(before - 10)
    expect(dialog.getByRole('status').textContent).toBe('Mancano 10 secondi al blocco.')
    fireEvent.click(dialog.getByRole('button', { name: 'Continua a lavorare' }))
    await pass(2_000)
    expect(warning()).toBeNull()
    await locks(5)
  })
  test('Esc is the answer that one goes on too', async () => {
    await atWork()
    await pass(5 * MINUTE - 10_000)
    fireEvent.keyDown(warning()!, { key: 'a' })
    expect(warning()).not.toBeNull()
    fireEvent.keyDown(warning()!, { key: 'Escape' })
    await pass(2_000)
    expect(warning()).toBeNull()
    await locks(5)
  })
  test('or locks at once, when asked', async () => {
    await atWork()
    await pass(5 * MINUTE - 10_000)
    fireEvent.click(within(warning()!).getByRole('button', { name: 'Blocca adesso' }))
    await pass(0)
    expect(secret()).toBeNull()
  })
  test('that slept is locked before anybody reads it; setting its clock back helps nobody', async () => {
    await atWork()
    await pass(10_000)
    vi.setSystemTime(Date.now() + 2 * 60 * MINUTE)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await pass(1_000)
    expect(secret()).toBeNull()
  })
  test('setting its clock back helps nobody', async () => {
    await atWork()
    await pass(10_000)
    vi.setSystemTime(Date.now() - 24 * 60 * MINUTE)
    await pass(5 * MINUTE)
    expect(secret()).toBeNull()
  })
})

test('a device of one person never locks', async () => {
  await signIn()
  await bootLock(await readDevice())
  vi.useFakeTimers()
  show()
  await pass(60 * MINUTE)
  expect(secret()).not.toBeNull()
  expect(warning()).toBeNull()
})

test.each([
  ['it was locked when it was closed', { locked: true }, 0],
  ['it was left alone before it was closed', {}, 6 * MINUTE],
])('opens locked: %s', async (_why, kept, ago) => {
  await signIn(kept)
  await setShared(true)
  localStorage.setItem('piazzale-active', String(Date.now() - ago))
  await bootLock(await readDevice())
  show()
  expect(secret()).toBeNull()
})

test('a tablet is shared until somebody says otherwise, whoever is signed in; no other device is', async () => {
  const isShared = async (width: number | undefined, scope: string) => {
    touchScreen = width
    session.set({ user: { ...rossi, scope: [scope] } })
    await markEntered()
    return shared.get()
  }
  const { Dexie } = await import('dexie')
  const device = await new Dexie('piazzale-device').open()
  await device.table('own').toCollection().modify({ shared: undefined })
  device.close()
  expect([await isShared(800, 'manager'), await isShared(390, 'manager'), await isShared(undefined, 'manager')]).toEqual([
    true,
    false,
    false,
  ])
  expect([await isShared(800, 'worker'), await isShared(800, 'inspection')]).toEqual([true, true])
  await setShared(false)
  expect(await isShared(800, 'manager')).toBe(false)
})

describe('the lock opens', () => {
  async function lockedScreen(change: object = {}) {
    await signIn({ locked: true, ...change })
    await setShared(true)
    localStorage.clear()
    await bootLock(await readDevice())
    show()
    expect(secret()).toBeNull()
  }
  /** Resolves with the answer there: the field is empty again, or gone. */
  async function attempt(password: string) {
    const field = await screen.findByLabelText<HTMLInputElement>('Password di M. Rossi')
    fireEvent.change(field, { target: { value: password } })
    fireEvent.click(screen.getByRole('button', { name: 'Sblocca' }))
    await waitFor(() => expect(field.isConnected && field.value).toBeFalsy())
  }
  const server = () => {
    answers.set('/auth/login', ({ password }) =>
      password === RIGHT
        ? json({ data: { token: 't', expires_at: new Date(Date.now() + MINUTE).toISOString(), handle: 'h2', user_id: 7, device_key: KEY } })
        : json({ error: 'Email o password non corretti.' }, 422),
    )
    answers.set('/auth/me', () => json({ data: rossi }))
  }

  test('for the password of the same person, as the server knows it', async () => {
    server()
    await lockedScreen()
    await attempt('sbagliata')
    expect(await screen.findByText('La password non è corretta.')).toBeDefined()
    expect(secret()).toBeNull()
    await attempt(RIGHT)
    await waitFor(() => expect(secret()).not.toBeNull())
    await waitFor(async () => expect(await checkHere()).toMatchObject({ salt: expect.any(String) }))
    expect(await keptSession()).toMatchObject({ handle: 'h2' })
    expect((await keptSession())?.locked).toBeFalsy()
    expect(JSON.stringify([await keptSession(), await knownPeople(), { ...localStorage }])).not.toContain(RIGHT)
  })
  test('without a network for the password last used here; after five wrong ones only for the server; nothing is lost', async () => {
    server()
    await enter(await call(auth.login, { email: rossi.email, password: RIGHT }), RIGHT)
    answers.clear()
    await setShared(true)
    await waitFor(async () => expect(await checkHere()).toBeDefined())
    const check = await checkHere()
    connection.set('unreachable')
    await lockedScreen()
    await attempt(RIGHT)
    await waitFor(() => expect(secret()).not.toBeNull())

    await act(async () => {
      await keepLocked(true)
      locked.set(true)
    })
    for (let turn = 1; turn <= 4; turn++) {
      await attempt(`sbagliata ${turn}`)
      await waitFor(async () => expect((await knownPeople())[0]?.tries).toBe(turn))
      expect(await screen.findByText('La password non è corretta.')).toBeDefined()
    }
    await attempt('sbagliata 5')
    expect(await screen.findByText(/lo schermo si sblocca quando torna il segnale/)).toBeDefined()
    await attempt(RIGHT)
    expect(secret()).toBeNull()
    expect(await keptSession()).toMatchObject({ stamp: 's', locked: true })

    server()
    connection.set('online')
    await attempt(RIGHT)
    await waitFor(() => expect(secret()).not.toBeNull())
    // The check is made anew, with the key to what was written.
    expect([...(await checkHere())!.key!.iv]).not.toEqual([...check!.key!.iv])
  })
  test('where nothing was kept to compare with, it says so, and stays', async () => {
    connection.set('offline')
    await lockedScreen()
    await attempt(RIGHT)
    expect(await screen.findByText(/Il lavoro salvato resta su questo dispositivo/)).toBeDefined()
    expect(secret()).toBeNull()
  })
  test('for somebody else by signing the first one out', async () => {
    await lockedScreen()
    fireEvent.click(screen.getByRole('button', { name: 'Cambia utente' }))
    await waitFor(() => expect(session.get().user).toBeNull())
    await waitFor(() => expect(locked.get()).toBe(false))
    expect(await keptSession()).toBeUndefined()
  })
})
