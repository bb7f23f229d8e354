import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { registryFeed } from '../../../server/registry-feed.ts'
import type { World } from './world.ts'

/** Files as the ministry gives them, made up by us. `separator`: `|`, or `;` as before 10/02/2026. */
const HEAD = [
  'idImpianto',
  'Gestore',
  'Bandiera',
  'Tipo Impianto',
  'Nome Impianto',
  'Indirizzo',
  'Comune',
  'Provincia',
  'Latitudine',
  'Longitudine',
]
const PRICE_HEAD = ['idImpianto', 'descCarburante', 'prezzo', 'isSelf', 'dtComu']
export interface Form {
  separator?: string
  newline?: string
  day?: string
}
const file = (
  head: string[],
  rows: readonly (readonly (string | number)[] | string)[],
  { separator = '|', newline = '\n', day = '2026-08-21' }: Form,
) =>
  [`Estrazione del ${day}`, head.join(separator), ...rows.map((row) => (typeof row === 'string' ? row : row.join(separator))), ''].join(
    newline,
  )
type Rows = readonly (readonly (string | number)[] | string)[]
export const stationFile = (rows: Rows, form: Form = {}) => file(HEAD, rows, form)
export const priceFile = (rows: Rows, form: Form = {}) => file(PRICE_HEAD, rows, form)

export const STATIONS = [
  [71, 'ROSSI MARIO', 'Q8', 'Stradale', 'Prova Uno', 'VIA EMILIA 10 43036', 'FIDENZA', 'PR', '44.8669', '10.0604'],
  [72, 'BIANCHI SRL', 'Tamoil', 'Stradale', 'Prova Due', 'VIA ROMA 1 43036', 'FIDENZA', 'PR', '44.8600', '10.0600'],
  [73, 'VERDI SNC', 'Q8', 'Autostradale', 'Prova Tre', 'A1 KM 90 43100', 'PARMA', 'PR', '44.80', '10.32'],
  [74, 'NERI SRL', 'Eni', 'Stradale', 'Prova Quattro', 'VIA PO 1 40100', 'BOLOGNA', 'BO', '44.49', '11.34'],
] as const
export const PRICES = [
  [71, 'Benzina', '1.789', 1, '19/08/2026 21:00:09'],
  [71, 'GPL', '0.719', 0, '19/08/2026 21:00:09'],
  [72, 'Benzina', '1.809', 1, '20/08/2026 08:00:00'],
  [72, 'Gasolio', '1.739', 1, '20/08/2026 08:00:00'],
  [73, 'Benzina', '2.009', 1, '20/08/2026 08:00:00'],
  [74, 'Benzina', '1.829', 1, '20/08/2026 08:00:00'],
] as const
/** So many more, each with a price, that a few bad lines are few. */
export const many = (count: number) => ({
  stations: Array.from({ length: count }, (_, n) => [
    1_000 + n,
    'X',
    'Esso',
    'Stradale',
    `Altra ${n}`,
    'VIA PO 1',
    'PARMA',
    'PR',
    '44.80',
    '10.32',
  ]),
  prices: Array.from({ length: count }, (_, n) => [1_000 + n, 'Gasolio', '1.700', 1, '20/08/2026 08:00:00']),
})

/** A folder that the server takes the files from, and how to put some there. */
export function dropFolder({ deps }: World) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-drop-'))
  deps.registry = registryFeed(undefined, folder)
  const at = (...names: string[]) => path.join(folder, 'mimit', ...names)
  return {
    at,
    names: (of: 'in' | 'done' | 'error') => (fs.existsSync(at(of)) ? fs.readdirSync(at(of)).sort() : []),
    put(stations: string | Buffer, prices: string | Buffer) {
      fs.mkdirSync(at('in'), { recursive: true })
      const minute = new Date(Date.now() - 60_000)
      for (const [name, text] of Object.entries({ 'anagrafica.csv': stations, 'prezzi.csv': prices })) {
        fs.writeFileSync(at('in', name), text)
        fs.utimesSync(at('in', name), minute, minute)
      }
    },
  }
}
/** Starts the import as somebody would, waits for its end and gives the job with its rows. */
export async function runImport({ as, runs }: World, query = '') {
  const admin = await as('admin')
  const started = await admin.get(`/commands/miseimport${query}`, { 'idempotency-key': randomUUID() })
  if (started.status !== 200) return { started, job: undefined, rows: [] }
  await runs()
  const job = (await admin.get(`/admin/history/${started.body.data.id}`)).body.data
  const rows: { label: string; outcome: string; message: string }[] = (
    await admin.get(`/admin/history/${started.body.data.id}/rows?is_paginated=0`)
  ).body.data
  return { started, job, rows }
}
