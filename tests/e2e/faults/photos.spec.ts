import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type Api, apiAs } from '../support/api.ts'
import { codedPicture, codeOf } from '../support/coded-picture.ts'
import { makeModel } from '../support/models.ts'
import { asFile } from '../support/pictures.ts'
import { begin, card, saved } from '../support/verifica.ts'
import { expect, type Field, test } from './field.ts'
import { held, nothingWaits } from './oracle.ts'

/** `npm run test:photos` compiles forty: a thousand photos. */
const VERIFICHE = Number(process.env.PHOTO_VERIFICHE ?? 2)
/** Photos of each question: 25 a verifica. */
const QUESTIONS: Record<string, number> = { 'Foto delle isole': 10, 'Foto degli erogatori': 10, 'Foto dei locali': 5 }
const EACH = Object.values(QUESTIONS).reduce((sum, n) => sum + n, 0)
const MODEL = {
  code: 'FOTO',
  name: 'Rilievo fotografico',
  require: { inspector_signature: false, manager_signature: false },
  categories: [
    {
      key: 'c_foto',
      name: 'Fotografie',
      questions: Object.keys(QUESTIONS).map((label, n) => ({ key: `q_foto${n}`, label, type: 'photo', gallery: true })),
    },
  ],
}

/** The expected end of one verifica: its pictures by question, in the order they were chosen. */
interface Told {
  uuid: string
  codes: number[][]
  /** SHA-256 of each file as the device keeps it, by file UUID. */
  hashes: Record<string, string>
}
const opened = (page: Page, label: string) => card(page, label).getByRole('button', { name: new RegExp(`^Apri ${label}, foto \\d+$`) })

test(`${VERIFICHE * EACH} photos of ${VERIFICHE} verifiche, with kills, are each in their answer and in the PDF`, async ({ field }) => {
  test.setTimeout(120_000 + VERIFICHE * 60_000)
  const { home, proxy, engine } = field
  const admin = await apiAs(engine.origin, 'admin')
  await makeModel(admin, MODEL)
  const { page } = field.device
  await page.getByRole('button', { name: 'Dati sul dispositivo' }).click()
  await page.getByRole('button', { name: 'Aggiorna dati offline' }).click()
  await expect(page.getByRole('button', { name: 'Aggiorna dati offline' })).toBeEnabled()
  await page.keyboard.press('Escape')
  const all: Told[] = []
  for (let turn = 0; turn < VERIFICHE; turn++) {
    await (turn % 3 === 1 ? proxy.down() : proxy.up())
    all.push(await compile(field, turn))
    // A server that dies with the queue on its way to it.
    if (turn % 8 === 5) {
      engine.crash()
      await engine.restart()
    }
  }
  await proxy.up()
  await field.device.page.goto(`${home}/invii`)
  await nothingWaits(field.device.page, 60_000 + VERIFICHE * 10_000)
  expect((await held(field.device.page, 'items')).filter(({ state }) => state !== 'sent')).toEqual([])
  let printed = 0
  for (const told of all) printed += await arrived(await apiAs(engine.origin, 'admin'), told)
  const summary = `${all.length * EACH} photos of ${all.length} verifiche: ${all.length * EACH - printed} missing from an answer or from the PDF`
  test.info().annotations.push({ type: 'summary', description: summary })
  console.log(summary)
  expect(printed).toBe(VERIFICHE * EACH)
})

/** Chooses all photos of each question at once. In some turns the browser dies while they are taken in, or right after "salvato". */
async function compile(field: Field, turn: number): Promise<Told> {
  const { home } = field
  let { page } = field.device
  // As they are when it dies: those of before a renewal would be taken for stolen ones.
  const die = async () => field.revive(await field.device.context.cookies())
  await page.goto(`${home}/verifiche`)
  const uuid = await begin(page, 'PV0', MODEL.name)
  const codes: number[][] = []
  for (const [at, [label, many]] of Object.entries(QUESTIONS).entries()) {
    const own = Array.from({ length: many }, (_, n) => turn * EACH + codes.flat().length + n)
    codes.push(own)
    await page.goto(`${home}/verifiche/${uuid}?at=${at}`)
    await choose(page, label, own)
    if (turn % 4 === 1 && at === 0) {
      await expect(opened(page, label).nth(2)).toBeAttached()
      page = await die()
      await page.goto(`${home}/verifiche/${uuid}?at=${at}`)
      await expect(card(page, label)).toBeVisible()
      await expect(opened(page, label).first()).toBeVisible()
      // Those that were not "salvato" yet are chosen again, as the person would.
      const here = await opened(page, label).count()
      await choose(page, label, own.slice(here))
    }
    await expect(opened(page, label)).toHaveCount(many, { timeout: 60_000 })
    await saved(page, 30_000)
    if (turn % 4 === 3 && at === 1) page = await die()
  }
  const [draft] = (await held(page, 'drafts')).filter(({ key }) => key === `inspection:${uuid}`)
  const files = (draft!.data as unknown as { files: Record<string, { hash: string }> }).files
  await page.goto(`${home}/verifiche/${uuid}?view=summary`)
  await page.getByRole('button', { name: 'Completa', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Completa' }).click()
  // Closed on the device; the page itself stays until the server has it.
  const open = async () =>
    (await held(page, 'drafts')).some(({ key, data }) => key === `inspection:${uuid}` && (data as { status: string }).status === 'draft')
  await expect.poll(open).toBe(false)
  return { uuid, codes, hashes: Object.fromEntries(Object.entries(files).map(([file, { hash }]) => [file, hash])) }
}
async function choose(page: Page, label: string, codes: number[]) {
  const pictures = await Promise.all(codes.map(codedPicture))
  const files = pictures.map((bytes, n) => asFile(`foto-${codes[n]}.jpg`, bytes))
  if (files.length) await card(page, label).locator('input[type=file][multiple]').setInputFiles(files)
}

/** On the server: completed, each answer with its pictures in order, each file with the device's hash, each picture printed. Gives how many. */
async function arrived(admin: Api, { uuid, codes, hashes }: Told): Promise<number> {
  const verifica = await admin.get(`/inspection/${uuid}`)
  expect(verifica.status).toBe('completed')
  const found: (number | undefined)[][] = []
  for (const [n] of codes.entries()) {
    const seen: (number | undefined)[] = []
    for (const file of verifica.answers[`q_foto${n}`].v as string[]) {
      const bytes = await admin.bytes(`/inspection/files/${file}`)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hashes[file])
      seen.push(await codeOf(bytes))
    }
    found.push(seen)
  }
  expect(found).toEqual(codes)
  expect(verifica.files).toHaveLength(EACH)
  const printed = await codesInPdf(await admin.bytes(`/inspection/export/pdf/${verifica.id}`))
  return codes.flat().filter((code) => printed.has(code)).length
}
async function codesInPdf(pdf: Buffer) {
  const folder = test.info().outputPath('pdf')
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'verbale.pdf'), pdf)
  execFileSync('pdfimages', ['-all', 'verbale.pdf', 'picture'], { cwd: folder })
  const names = fs.readdirSync(folder).filter((name) => /\.(jpe?g|png)$/.test(name))
  const found = new Set(await Promise.all(names.map((name) => codeOf(path.join(folder, name)).catch(() => undefined))))
  fs.rmSync(folder, { recursive: true })
  return found
}
