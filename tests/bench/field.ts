import type { Browser, CDPSession, Page } from 'playwright-core'
import { coldStarts, heapOf, launchBrowser, PHONE, rest, signIn, throttle, watchStarts } from './load.ts'
import { meter } from './meter.ts'
import { against, byTurns, type Row, row } from './table.ts'

const QUESTIONS = 200
/** A model of 200 questions in ten sections, in the four types that are typed and tapped most. */
export const BIG = {
  code: 'BENCH',
  name: 'Verifica di duecento domande',
  minutes: 60,
  categories: Array.from({ length: 10 }, (_, section) => ({
    key: `c_${section}`,
    name: `Sezione ${section + 1}`,
    questions: Array.from({ length: QUESTIONS / 10 }, (_, at) => ({
      key: `q_${section}_${at}`,
      label: `Domanda ${section * 20 + at + 1}`,
      required: false,
      ...[{ type: 'yes_no' }, { type: 'number', decimals: 0, unit: 'pz' }, { type: 'textarea', weight: 0 }, { type: 'text', weight: 0 }][
        at % 4
      ],
    })),
  })),
}
/** Milliseconds from each key to the frame that shows it. */
async function keystrokes(page: Page, selector: string, text: string): Promise<number[]> {
  await rest(page)
  const measured = await meter(page, { on: selector, event: 'keydown' })
  await page.locator(selector).first().pressSequentially(text, { delay: 60 })
  return measured(text.length)
}

const TYPED = 'Il piazzale va pulito entro la settimana prossima, avvisare il gestore'
/** A verifica begun on a device without a network: ours, or the smallest program's. */
interface Field {
  page: Page
  /** Where what is on the device is listed, with the link to what was begun. */
  list: string
  link: string
  /** Where its first question is in view, with as many beside it as the program shows at once. */
  section: string
  /** Goes to a question that is typed. */
  typing: () => Promise<unknown>
  /** Where the first question is tapped. */
  tapping: string
  /** How the device says that an answer is on it. */
  saved: { in: string; text: string }
}
/** On a processor four times slower. */
async function slowed<T>(page: Page, gesture: (session: CDPSession) => Promise<T>): Promise<T> {
  const session = await throttle(page, 4)
  const told = await gesture(session)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return told
}
const first = (page: Page) => page.getByText('Domanda 1', { exact: true }).waitFor()

/** The smallest program: 200 plain questions, the section in view where one is opened. */
async function leastField(browser: Browser, floor: string): Promise<Field> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await page.goto(floor)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const [list, section, form] = ['dispositivo', 'sezione', 'modulo'].map((path) => `${floor}/${path}`) as [string, string, string]
  await page.goto(list)
  // Kept by the worker once it is there.
  await page.locator('[data-row]').first().waitFor()
  await context.setOffline(true)
  const typing = () => page.goto(form)
  return { page, list, link: '[data-begun]', section, typing, tapping: form, saved: { in: '.state', text: 'Salvato' } }
}
async function ourField(browser: Browser, base: string): Promise<Field> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await signIn(page, base, 'ispettore')
  const list = `${base}/verifiche`
  await page.goto(list)
  await page.getByText('Pronto per lavorare offline', { exact: true }).waitFor({ timeout: 120_000 })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await page.goto(list)
  await page.getByRole('button', { name: 'Nuova verifica' }).click()
  await page.getByRole('dialog').getByRole('button', { name: BIG.name }).click()
  await page.getByRole('textbox', { name: 'Punto vendita' }).fill('pv001')
  await page.getByText('1 risultato').waitFor()
  await page.getByRole('button', { name: /^PV001/ }).click()
  await page.waitForURL(/verifiche\/[0-9a-f-]{36}/)
  const section = page.url()
  // The same question is answered many times.
  await page.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Avanti da sola dopo la risposta' }).click()
  await first(page)
  const typing = async () => {
    await page.goto(section)
    await first(page)
    // The third question is the first that is typed.
    for (let at = 0; at < 2; at++) await page.getByRole('button', { name: 'Avanti', exact: true }).click()
  }
  // Usable: what is on the device is listed, with the way to begin another.
  const link = `main [data-action] a[href*="${new URL(section).pathname}"]`
  // The start of it waits to be sent already: that is what the state goes back to from "Salvataggio…" once the answer is on the device.
  return { page, list, link, section, typing, tapping: section, saved: { in: '.chip', text: 'In attesa di invio' } }
}

const MEASURES = {
  start: ({ page, list }: Field) => coldStarts(page, list, 5),
  async open({ page, list, link }: Field) {
    await page.goto(list)
    await page.locator(link).waitFor()
    await rest(page)
    const measured = await meter(page, { on: 'a', event: 'click', shows: { in: 'article', text: 'Domanda 1' } })
    await page.locator(link).click()
    return measured(1)
  },
  async type({ page, typing }: Field) {
    await typing()
    await page.locator('textarea').first().fill('')
    return slowed(page, () => keystrokes(page, 'textarea', TYPED))
  },
  async tap({ page, tapping }: Field) {
    await page.goto(tapping)
    return slowed(page, () => tapsIn(page, 40))
  },
  async save({ page, section, saved }: Field) {
    await page.goto(section)
    return savesIn(page, 24, saved)
  },
}

/** The inspector's day without a network: the app starts, a verifica of 200 questions opens, is typed into and saved; beside the same in the smallest program. */
export async function fieldRows(base: string, floor: string, legs: number): Promise<Row[]> {
  const browser = await launchBrowser()
  try {
    const least = await leastField(browser, floor)
    const ours = await ourField(browser, base)
    const of = [ours, least] as const
    for (const { page, link } of of) await watchStarts(page, link)
    const starts = await byTurns(legs, of, MEASURES.start)
    const opened = await byTurns(legs * 3, of, MEASURES.open)
    const keys = await byTurns(legs, of, MEASURES.type)
    const nodes = await ours.page.evaluate(() => document.querySelectorAll('*').length)
    const taps = await byTurns(legs, of, MEASURES.tap)
    const saves = await byTurns(legs, of, MEASURES.save)
    const longest = await ours.page.evaluate(() => (window as unknown as { longest: number }).longest)
    return [
      against('offline start to a usable «Verifiche», p75, CPU ×6', starts, 0.75, 1.3),
      against('200-question verifica: open, offline, p50', opened, 0.5, 1.3),
      against('keystroke in it, CPU ×4, p50', keys, 0.5, 1.3),
      against('keystroke in it, CPU ×4, p95', keys, 0.95, 1.3),
      against('tap on an answer in it, CPU ×4, p50', taps, 0.5, 1.3),
      against('tap on an answer in it, CPU ×4, p95', taps, 0.95, 1.3),
      row('DOM nodes of it', nodes, '', 1_500, '≤'),
      against('from a tap to saved on the device, p95, without the pause', saves, 0.95, 2),
      row('longest task of the main thread in a save', longest, 'ms', 50, '≤'),
    ]
  } finally {
    await browser.close()
  }
}

const middle = ({ x, y, width, height }: Box) => [x + width / 2, y + height / 2] as const
type Box = { x: number; y: number; width: number; height: number }
/** Taps of the first question's answers in turn: by place, because the driver's own look for what is to be tapped is work in the page. */
async function taps(page: Page): Promise<(run: number) => Promise<void>> {
  await page.getByText('Domanda 1', { exact: true }).waitFor()
  await rest(page)
  const group = page.getByRole('radiogroup').first()
  const places = await Promise.all(['No', 'Sì'].map((name) => group.getByText(name, { exact: true }).boundingBox()))
  return (run) => page.mouse.click(...middle(places[run % 2]!))
}
/** Taps on an answer: milliseconds from each to the frame that shows it. */
async function tapsIn(page: Page, count: number): Promise<number[]> {
  const tap = await taps(page)
  const measured = await meter(page, { on: '[role=radiogroup]', event: 'pointerup' })
  for (let run = 0; run < count; run++) {
    await tap(run)
    await measured(run + 1)
  }
  return measured(count)
}
/** The deliberate pause between a change and its writing, in which more changes may come (src/outbox/draft-copy.ts; the floor's too). */
const PAUSE_MS = 300
/** Taps on an answer: milliseconds from each to the frame in which the device says that it is saved, without the pause. */
async function savesIn(page: Page, count: number, shows: { in: string; text: string }): Promise<number[]> {
  const tap = await taps(page)
  await page.evaluate(() => {
    const seen = Object.assign(window, { longest: 0 })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
    }).observe({ type: 'longtask' })
  })
  const measured = await meter(page, { on: '[role=radiogroup]', event: 'pointerup', shows })
  for (let run = 0; run < count; run++) {
    await tap(run)
    await measured(run + 1)
  }
  return (await measured(count)).map((time) => time - PAUSE_MS)
}

/** Milliseconds between the frames of the page during a gesture. */
export async function framesOf(page: Page, gesture: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const frames = Object.assign(window, { frames: [] as number[] }).frames
    const loop = {
      next(now: number) {
        frames.push(now)
        requestAnimationFrame(loop.next)
      },
    }
    requestAnimationFrame(loop.next)
  })
  await gesture()
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames)
  return frames.slice(1).map((at, before) => at - frames[before]!)
}
/** The same while what stands at a place is scrolled down, up and down again. */
export const scrolled = (page: Page, session: CDPSession, [x, y]: readonly [number, number], source: 'touch' | 'mouse') =>
  framesOf(page, async () => {
    for (const yDistance of [-1_500, 1_500, -1_500])
      await session.send('Input.synthesizeScrollGesture', { x, y, yDistance, speed: 1_200, gestureSourceType: source })
  })
/** So many times the first results are waited for in a leg: the frame that shows them comes at any moment of its sixtieth of a second. */
const SEARCHES = 20
const BETWEEN_MS = 300
const SEARCH = 'castel 12 statale 33 km 8'
/** Milliseconds from what is typed to the first results. */
async function found(page: Page) {
  const box = page.locator('[role=dialog] input')
  await box.fill('')
  await rest(page)
  const measured = await meter(page, { on: '[role=dialog]', event: 'input', shows: { in: '[role=status]', text: '50 o più risultati' } })
  for (let run = 1; run <= SEARCHES; run++) {
    await box.fill('castel')
    await measured(run)
    await box.fill('')
    // Not by the driver's look for what is gone, which is work in the page.
    await page.waitForTimeout(BETWEEN_MS)
  }
  return measured(SEARCHES)
}
async function typed(page: Page) {
  await page.locator('[role=dialog] input').fill('')
  return slowed(page, () => keystrokes(page, '[role=dialog] input', SEARCH))
}
async function moved(page: Page) {
  await page.locator('[role=dialog] input').fill('castel')
  await page.getByText('50 o più risultati').waitFor()
  return slowed(page, (session) => scrolled(page, session, [200, 600], 'touch'))
}
/** The whole country's 23,973 stations on the device, beside a search in an array of as many. */
export async function stationRows(browser: Browser, base: string, floor: string, legs: number): Promise<Row[]> {
  const plain = await browser.newContext(PHONE)
  const least = await plain.newPage()
  await least.goto(`${floor}/stazioni`)
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await signIn(page, base, 'ispettore')
  await page.goto(`${base}/verifiche`)
  await page.getByText('23.973 punti vendita').waitFor({ timeout: 120_000 })
  await page.goto(`${base}/verifiche?nuova=avvia`)
  await page.getByRole('dialog').getByRole('button', { name: BIG.name }).click()
  const of = [page, least] as const
  const ready = await byTurns(legs, of, found)
  const keys = await byTurns(legs, of, typed)
  const frames = await byTurns(legs, of, moved)
  const heap = await heapOf(page)
  await Promise.all([plain.close(), context.close()])
  return [
    against('23,973 stations: first results, p50', ready, 0.5, 1.5),
    against('23,973 stations: keystroke of the search, CPU ×4, p95', keys, 0.95, 1.5),
    against('23,973 stations: scroll frame of the 50 that are shown, CPU ×4, p95', frames, 0.95, 1.2),
    row('23,973 stations: heap of the page', heap, 'MB', 15, '≤'),
  ]
}
