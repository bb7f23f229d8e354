import type { documentCategories } from '../../../../src/contract/content/documents.ts'
import type { RoleName } from '../../../../src/contract/kernel/roles.ts'
import type { Db } from '../../../lib/core/db.ts'
import { type FileStore, sha256 } from '../../../lib/files/files.ts'
import { documents } from '../../schema/content/documents.ts'
import { files } from '../../schema/core/system.ts'
import { insertRows } from '../insert.ts'
import { uuidOf } from '../pictures.ts'
import { smallPdf } from './pdf.ts'

type Made = readonly [category: keyof typeof documentCategories, name: string, roles: RoleName[], lines: string[]]
const field: RoleName[] = ['station', 'manager', 'worker', 'network_manager']
const made: readonly Made[] = [
  [
    'circolare',
    'Circolare n. 12 – Prezzo medio regionale',
    field,
    ['Il cartello con il prezzo medio regionale va aggiornato ogni giorno.', 'Il file si scarica dal sito del ministero entro le 10:30.'],
  ],
  [
    'procedura',
    'Procedura scarico autobotte',
    [...field, 'driver', 'driver_supervisor'],
    ['Verificare prodotto e giacenza.', 'Collegare la messa a terra prima delle manichette.'],
  ],
  ['modulo', 'Modulo consegna fondo cassa', ['manager', 'accounting'], ['Importo, data e firme di chi consegna e di chi riceve.']],
  ['manuale', 'Manuale OPT', field, ['Riavvio del terminale.', 'Sostituzione del rotolo di carta.']],
  [
    'sicurezza',
    'Informativa privacy videosorveglianza',
    ['employee', ...field],
    ['Titolare, finalità e tempi di conservazione delle immagini.'],
  ],
  ['sicurezza', 'Piano HACCP bar tipo', ['manager', 'worker'], ['Controllo delle temperature due volte al giorno.']],
  ['procedura', 'Istruzioni self GPL – opuscolo cliente', ['accounting', 'station'], ['Chi può rifornirsi da solo, e come.']],
  ['circolare', 'Ferie e permessi: calendario', ['employee'], ['Le richieste si presentano entro il 31 marzo.']],
]

/** Documents of the demonstration with who may see them. Without a store for their bytes there are none. */
export async function insertDocuments(db: Db, seed: number, at: string, store: FileStore | undefined) {
  if (!store) return
  const before = await db.$count(files)
  const [rows, stored]: [object[], object[]] = [[], []]
  for (const [place, [category, name, roles, lines]] of made.entries()) {
    const bytes = smallPdf(name.replace('–', '-'), lines)
    const uuid = uuidOf(seed, 'documents', place)
    await store.write(uuid, bytes, new Date(at))
    const id = place + 1
    const facts = { extension: 'pdf', mime: 'application/pdf', size: bytes.length }
    stored.push({
      id: before + id,
      uuid,
      owner_type: 'document',
      owner_id: id,
      name: `${name}.pdf`,
      ...facts,
      sha256: sha256(bytes),
      created_at: at,
    })
    rows.push({
      id,
      file_id: before + id,
      name,
      originalName: `${name}.pdf`,
      ...facts,
      category,
      roles,
      stations: [],
      users: [],
      version: 1,
      downloads: 0,
    })
  }
  await insertRows(db, files, stored as never, at)
  await insertRows(db, documents, rows as never, at)
}
