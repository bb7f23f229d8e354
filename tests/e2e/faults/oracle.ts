import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Item, Photo, Tables } from '../../../src/outbox/types.ts'
import { apiAs } from '../support/api.ts'
import { rowsOf } from '../support/sealed.ts'
import type { Field } from './field.ts'

/** Everything the screen confirmed as saved. */
export interface Told {
  uuid: string
  /** The last remark that was "salvato". */
  text: string
  /** How many pictures. */
  photos?: number
}

/** The rows of one table of the outbox on this device, those of the person here opened, whosever they are and however many databases there are. */
export const held = async <T extends 'items' | 'photos' | 'drafts'>(page: Page, table: T): Promise<Tables[T][]> =>
  (await rowsOf(page, 'piazzale-outbox', table)) as unknown as Tables[T][]

/** The page of what waits says that nothing does. */
export const nothingWaits = (page: Page, timeout = 30_000) => expect(page.getByText('Niente in attesa')).toBeVisible({ timeout })

/**
 * The oracle. On the device every item has its receipt. On the server, of each verifica: one row made, one effect for each item of the
 * device and no more, in order, by its author, with the text that was "salvato" last and every picture with the hash it had on the device.
 */
export async function arrived({ device: { page }, engine, home }: Field, told: Told[], author = 'Ivan Ispettore') {
  const keys = new Set(told.map(({ uuid }) => `inspection:${uuid}`))
  await page.goto(`${home}/invii`)
  // The last text is still a draft; the app queues it when it is opened again.
  await expect
    .poll(async () => (await held(page, 'drafts')).filter(({ key, data }) => keys.has(key) && (data as { dirty: string[] }).dirty.length))
    .toEqual([])
  await nothingWaits(page)
  const items = await held(page, 'items')
  const photos = await held(page, 'photos')
  expect(items.filter(({ userName, state }) => userName === author && state !== 'sent')).toEqual([])
  const admin = await apiAs(engine.origin, 'admin')
  for (const one of told) {
    const verifica = await admin.get(`/inspection/${one.uuid}`)
    expect(verifica.answers.q_osservazioni?.v ?? '').toBe(one.text)
    expect(verifica.inspector.name).toBe(author)
    await same(admin, verifica, items, photos)
    expect(verifica.files).toHaveLength(one.photos ?? 0)
  }
}
type Admin = Awaited<ReturnType<typeof apiAs>>
async function same(admin: Admin, verifica: any, items: Item[], photos: Photo[]) {
  const own = items.filter(({ lane }) => lane === `inspection:${verifica.client_uuid}`).sort((a, b) => a.seq - b.seq)
  const endpoints = own.map(({ endpoint }) => endpoint)
  expect(endpoints).toEqual(['inspections.create', ...endpoints.slice(1).fill('inspections.update')])
  const history = await admin.get(`/models/history?model=inspection&model_id=${verifica.id}&per_page=100`)
  const events = history.data.map(({ event, user }: any) => [event, user.name]).reverse()
  const name = verifica.inspector.name
  expect(events).toEqual([['created', name], ...endpoints.slice(1).map(() => ['updated', name])])

  // A thumbnail has no place on the server, and names no verifica.
  const taken = photos.filter(({ meta }) => (meta as { client_uuid: string } | null)?.client_uuid === verifica.client_uuid)
  const got = await Promise.all(
    verifica.files.map(async ({ uuid }: { uuid: string }) => {
      const uploads = await admin.get(`/activity?search=${uuid}`)
      const bytes = await admin.bytes(`/inspection/files/${uuid}`)
      return [createHash('sha256').update(bytes).digest('hex'), uploads.data.filter(({ method }: any) => method === 'POST').length]
    }),
  )
  expect(got.sort()).toEqual(taken.map(({ hash }) => [hash, 1]).sort())
}
