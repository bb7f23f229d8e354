import type { Db } from '../../../lib/core/db.ts'
import type { FileStore } from '../../../lib/files/files.ts'
import { contact_categories, contact_containers, contact_items } from '../../schema/content/useful-contacts.ts'
import { insertRows } from '../insert.ts'
import type { SeedOptions, SeedStation } from '../stations/stations.ts'
import { insertCommunications } from './communications.ts'
import { seedContacts } from './contacts.ts'
import { insertDocuments } from './documents.ts'
import { insertDriverFiles } from './driver-files.ts'

/** Contacts and files for drivers of the demonstration, written as of `at`. */
export async function insertContent(
  db: Db,
  { seed }: SeedOptions,
  stations: readonly SeedStation[],
  at: string,
  store: FileStore | undefined,
) {
  const contacts = seedContacts()
  await insertRows(db, contact_categories, contacts.contact_categories, at)
  await insertRows(db, contact_containers, contacts.contact_containers, at)
  await insertRows(db, contact_items, contacts.contact_items, at)
  await insertDriverFiles(db, seed, stations, at, store)
  await insertDocuments(db, seed, at, store)
  // The tests begin without any, so that each sees its own.
  if (store) await insertCommunications(db, at)
}
