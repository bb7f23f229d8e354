import type { driverFileCategories } from '../../../../src/contract/content/support-documents.ts'
import type { Db } from '../../../lib/core/db.ts'
import { type FileStore, sha256 } from '../../../lib/files/files.ts'
import { support_documents } from '../../schema/content/support-documents.ts'
import { files } from '../../schema/core/system.ts'
import { insertRows } from '../insert.ts'
import { uuidOf } from '../pictures.ts'
import type { SeedStation } from '../stations/stations.ts'
import { smallPdf } from './pdf.ts'

/** Stations with files of their own, so that most drivers have all files on one page. */
const STATIONS = 24
type Category = keyof typeof driverFileCategories
interface Made {
  station: SeedStation | null
  category: Category
  name: string
  lines: string[]
}
const general: readonly [Category, string, string[]][] = [
  [
    'adr',
    'Istruzioni scritte ADR',
    ['Fermare il motore e allontanare le persone.', 'Chiamare il 112 e la reperibilità.', 'Non intervenire sul prodotto senza DPI.'],
  ],
  [
    'procedura',
    'Procedura di scarico autobotte',
    ['1. Verificare prodotto e giacenza.', '2. Collegare la messa a terra.', '3. Restare presenti fino alla fine.'],
  ],
  [
    'modulo',
    'Modulo mancata consegna',
    ['Punto vendita, data e ora.', 'Motivo della mancata consegna.', 'Firma del gestore e dell’autista.'.replace('’', "'")],
  ],
]

/** Files for drivers: some for all, and those of the first stations. Without a store for their bytes there are none. */
export async function insertDriverFiles(db: Db, seed: number, stations: readonly SeedStation[], at: string, store: FileStore | undefined) {
  if (!store) return
  const before = await db.$count(files)
  const made: Made[] = [
    ...general.map(([category, name, lines]) => ({ station: null, category, name, lines })),
    ...stations.slice(0, STATIONS).flatMap((station) => [
      {
        ...{ station, category: 'scheda_scarico' as const, name: `Scheda scarico ${station.code}` },
        lines: [
          `Punto vendita ${station.code}`,
          `${station.address}, ${station.city}`,
          'Ingresso autobotte dal lato strada.',
          'Attacchi di carico sul fronte del piazzale.',
        ],
      },
      {
        station,
        category: 'planimetria' as const,
        name: `Planimetria ${station.code}`,
        lines: [`Punto vendita ${station.code}`, 'Posizione di cisterne, caditoie e valvole.'],
      },
    ]),
  ]
  const [rows, stored]: [(typeof support_documents.$inferInsert)[], (typeof files.$inferInsert)[]] = [[], []]
  for (const [place, { station, category, name, lines }] of made.entries()) {
    const bytes = smallPdf(name, lines)
    const uuid = uuidOf(seed, 'support_documents', place)
    await store.write(uuid, bytes, new Date(at))
    const facts = { name: `${name}.pdf`, extension: 'pdf', mime: 'application/pdf', size: bytes.length }
    const id = place + 1
    stored.push({
      id: before + id,
      uuid,
      owner_type: 'support_document',
      owner_id: id,
      ...facts,
      sha256: sha256(bytes),
      created_at: at,
    } as never)
    rows.push({ id, file_id: before + id, station_id: station?.id ?? null, originalName: facts.name, category, ...facts } as never)
  }
  await insertRows(db, files, stored, at)
  await insertRows(db, support_documents, rows, at)
}
