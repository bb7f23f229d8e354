import type { Browser, CDPSession, Page } from 'playwright-core'
import { heapOf, launchBrowser, offlineRow, PHONE, signIn, throttle, watch } from './load.ts'
import { meter } from './meter.ts'
import { percentile, type Row, row } from './table.ts'

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
  const measured = await meter(page, { on: selector, event: 'keydown' })
  await page.locator(selector).first().pressSequentially(text, { delay: 60 })
  return measured(text.length)
}

/** The inspector's day without a network: the app starts, a verifica of 200 questions opens, is typed into and saved. */
export async function fieldRows(base: string, runs: number): Promise<Row[]> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext(PHONE)
    const page = await context.newPage()
    await watch(page)
    await signIn(page, base, 'ispettore')
    await page.goto(`${base}/verifiche`)
    await page.getByText('Pronto per lavorare offline', { exact: true }).waitFor({ timeout: 120_000 })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const offline = await offlineRow(page, base, runs * 2)
    await context.setOffline(true)
    await page.goto(`${base}/verifiche`)
    await page.getByRole('button', { name: 'Nuova verifica' }).click()
    await page.getByRole('dialog').getByRole('button', { name: BIG.name }).click()
    await page.getByRole('textbox', { name: 'Punto vendita' }).fill('pv001')
    await page.getByText('1 risultato').waitFor()
    await page.getByRole('button', { name: /^PV001/ }).click()
    await page.waitForURL(/verifiche\/[0-9a-f-]{36}/)
    const address = page.url()
    // The same question is answered many times.
    await page.getByRole('button', { name: 'Altre azioni' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Avanti da sola dopo la risposta' }).click()
    await page.getByText('Domanda 1', { exact: true }).waitFor()
    const opened: number[] = []
    for (let run = 0; run < runs; run++) {
      await page.goto(`${base}/verifiche`)
      const link = page.locator(`a[href*="${new URL(address).pathname}"]`).first()
      await link.waitFor()
      const measured = await meter(page, { on: 'a', event: 'click', shows: { in: 'article', text: 'Domanda 1' } })
      await link.click()
      opened.push(...(await measured(1)))
    }
    // The third question is the first that is typed.
    for (let at = 0; at < 2; at++) await page.getByRole('button', { name: 'Avanti', exact: true }).click()
    await page.locator('textarea').first().waitFor()
    const session = await throttle(page, 4)
    const keys = await keystrokes(page, 'textarea', 'Il piazzale va pulito entro la settimana prossima, avvisare il gestore')
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
    await page.goto(address)
    const tapped = await tapsIn(page, runs * 8)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.goto(address)
    const [saves, longest] = await savesIn(page, runs * 4)
    await context.close()
    return [
      offline,
      row('200-question verifica: open, offline', percentile(opened, 0.5), 'ms', 300, '≤'),
      row('keystroke in it, CPU ×4, p50', percentile(keys, 0.5), 'ms', 25, '≤'),
      row('keystroke in it, CPU ×4, p95', percentile(keys, 0.95), 'ms', 45, '≤'),
      row('tap on an answer in it, CPU ×4, p50', percentile(tapped, 0.5), 'ms', 25, '≤'),
      row('tap on an answer in it, CPU ×4, p95', percentile(tapped, 0.95), 'ms', 45, '≤'),
      row('DOM nodes of it', nodes, '', 1_500, '≤'),
      row('from a tap to "Salvato sul dispositivo", p95, without the pause', percentile(saves, 0.95), 'ms', 100, '≤'),
      row('longest task of the main thread in a save', longest, 'ms', 50, '≤'),
    ]
  } finally {
    await browser.close()
  }
}

/** Taps of the first question's answers in turn: by place, because the driver's own look for what is to be tapped is work in the page. */
async function taps(page: Page): Promise<(run: number) => Promise<void>> {
  await page.getByText('Domanda 1', { exact: true }).waitFor()
  const group = page.getByRole('radiogroup').first()
  const places = await Promise.all(['No', 'Sì'].map((name) => group.getByText(name, { exact: true }).boundingBox()))
  return (run) => page.mouse.click(places[run % 2]!.x + 20, places[run % 2]!.y + 20)
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
/** The deliberate pause between a change and its writing, in which more changes may come (src/features/inspections/editor.ts). */
const PAUSE_MS = 300
/** Taps on an answer: milliseconds from each to the frame in which the device says that it is saved, without the pause. */
async function savesIn(page: Page, count: number): Promise<[times: number[], longest: number]> {
  const tap = await taps(page)
  await page.evaluate(() => Object.assign((window as unknown as { seen: { longest: number } }).seen, { longest: 0 }))
  const measured = await meter(page, {
    on: '[role=radiogroup]',
    event: 'pointerup',
    shows: { in: '.mantine-Badge-root', text: 'Salvato sul dispositivo' },
  })
  for (let run = 0; run < count; run++) {
    await tap(run)
    await measured(run + 1)
  }
  const times = await measured(count)
  return [
    times.map((time) => time - PAUSE_MS),
    await page.evaluate(() => (window as unknown as { seen: { longest: number } }).seen.longest),
  ]
}

/** Milliseconds between the frames of the page while a finger moves the list up and down. */
async function scrolled(page: Page, session: CDPSession): Promise<number[]> {
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
  for (const yDistance of [-1_500, 1_500, -1_500])
    await session.send('Input.synthesizeScrollGesture', { x: 200, y: 600, yDistance, speed: 1_200, gestureSourceType: 'touch' })
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames)
  return frames.slice(1).map((at, before) => at - frames[before]!)
}
/** The whole country's 23,973 stations on the device. */
export async function stationRows(browser: Browser, base: string): Promise<Row[]> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await signIn(page, base, 'ispettore')
  await page.goto(`${base}/verifiche`)
  await page.getByText('23.973 punti vendita').waitFor({ timeout: 120_000 })
  await page.goto(`${base}/verifiche?nuova=avvia`)
  await page.getByRole('dialog').getByRole('button', { name: BIG.name }).click()
  const box = page.getByRole('textbox', { name: 'Punto vendita' })
  await box.waitFor()
  const measured = await meter(page, { on: '[role=dialog]', event: 'input', shows: { in: '[role=status]', text: '50 o più risultati' } })
  await box.fill('castel')
  const [ready = Number.NaN] = await measured(1)
  await box.fill('')
  const session = await throttle(page, 4)
  const keys = await keystrokes(page, '[role=dialog] input', 'castel 12 statale 33 km 8')
  await box.fill('castel')
  await page.getByText('50 o più risultati').waitFor()
  const frames = await scrolled(page, session)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const heap = await heapOf(page)
  await context.close()
  return [
    row('23,973 stations: first results', ready, 'ms', 300, '≤'),
    row('23,973 stations: keystroke of the search, CPU ×4, p95', percentile(keys, 0.95), 'ms', 45, '≤'),
    row('23,973 stations: scroll frame of the 50 that are shown, CPU ×4, p95', percentile(frames, 0.95), 'ms', 20, '≤'),
    row('23,973 stations: heap of the page', heap, 'MB', 15, '≤'),
  ]
}
